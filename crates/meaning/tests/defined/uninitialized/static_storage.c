// Objects with static storage duration start as zero (6.7.9p10).
int printf(const char *, ...);
static struct { int i; double d; int *p; } s;
int main(void) {
    static int n;
    printf("%d %d %.1f %d\n", n, s.i, s.d, s.p == 0);
    return 0;
}
