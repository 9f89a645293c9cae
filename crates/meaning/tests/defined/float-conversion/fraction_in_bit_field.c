// The integral part fits the width of the bit-field (6.3.1.4p1).
int printf(const char *, ...);
struct s {
    signed low : 3, high : 3;
    unsigned all : 8;
    _Bool any : 1;
    unsigned long wide : 40;
};
int main(void) {
    double d = 255.9;
    struct s s = { -4.9, 3.9f, d, 0.25, 1099511627775.0 };
    printf("%d %d %u %d %lx\n", s.low, s.high, s.all, s.any, (unsigned long)s.wide);
    printf("%d", s.low = 2.5);
    s.high -= 6.5;
    printf(" %d\n", s.high);
    return 0;
}
