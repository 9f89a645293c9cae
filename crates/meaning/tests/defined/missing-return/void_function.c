// A void function ends at its } (6.8.6.4p1).
int printf(const char *, ...);
static void add(int *p) {
    if (*p > 5)
        return;
    *p += 10;
}
int main(void) {
    int x = 1;
    add(&x);
    add(&x);
    printf("%d\n", x);
    return 0;
}
