// ++ gives 1; -- of 1 gives 0 and of 0 gives 1 (6.5.3.1p2, 6.3.1.2p1).
int printf(const char *, ...);
int main(void) {
    _Bool b = 0;
    b++;
    b++;
    printf("%d ", b);
    b--;
    printf("%d ", b);
    b--;
    printf("%d\n", b);
    return 0;
}
