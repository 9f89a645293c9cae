int printf(const char *, ...);
int main(void) {
    int a[] = { 1, 2, 3, 4, 5 };
    int *p = a + 2;
    unsigned long n = 2;
    __int128 back = -2, none = 0;
    unsigned __int128 one = 1;
    printf("%d %d %d %d\n", p[n], *(p - n), p[-(long)n], (&a[4] - n)[0]);
    printf("%d %d %d %d\n", p[back], p[one], *(p - one), *(p + none));
    p += n;
    p -= one;
    printf("%d %d\n", *p, one[a]);
    return 0;
}
