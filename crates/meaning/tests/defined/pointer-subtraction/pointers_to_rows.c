// Pointers to rows are subtracted in units of rows.
int printf(const char *, ...);
int main(void) {
    int m[4][3];
    int (*p)[3] = m + 3, (*q)[3] = m;
    printf("%d\n", (int)(p - q));
    return 0;
}
