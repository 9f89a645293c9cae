// The valid part of 6.7.3.1p11: restricted pointers of an inner block get values of outer ones.
int printf(const char *, ...);
int main(void) {
    int x = 1, y = 2;
    int *restrict p1 = &x;
    int *restrict q1 = &y;
    {
        int *restrict p2 = p1;
        int *restrict q2 = q1;
        *p2 = *q2 + 10;
    }
    printf("%d %d\n", *p1, *q1);
    return 0;
}
