// The old value is never used: the pointer gets a new one first.
int printf(const char *, ...);
int main(void) {
    int outer = 7, *p;
    {
        int x = 1;
        p = &x;
        printf("%d ", *p);
    }
    p = &outer;
    printf("%d\n", *p);
    return 0;
}
