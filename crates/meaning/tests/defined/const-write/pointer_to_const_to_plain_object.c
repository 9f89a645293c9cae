// The object itself is not const; the cast gives back what it is (6.7.3p6).
int printf(const char *, ...);
int main(void) {
    int x = 1;
    const int *p = &x;
    *(int *)p = 2;
    printf("%d %d\n", x, *p);
    return 0;
}
