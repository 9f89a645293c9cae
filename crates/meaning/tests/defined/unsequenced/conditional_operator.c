// There is a sequence point after the first operand (6.5.15p4).
int printf(const char *, ...);
int main(void) {
    int i = 0;
    int a = i++ ? i : i + 10;
    printf("%d %d\n", a, i);
    return 0;
}
