// An object without VLA type lives from the entry into its block, also before its declaration is reached (6.2.4p6).
int printf(const char *, ...);
int main(void) {
    int *p = 0;
again:
    if (p) {
        *p += 1;
        printf("%d\n", *p);
        return 0;
    }
    int x;
    x = 4;
    p = &x;
    goto again;
}
