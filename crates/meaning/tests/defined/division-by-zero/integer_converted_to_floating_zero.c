// The usual arithmetic conversions make 1 / zero a floating division (6.3.1.8p1, F.3).
int printf(const char *, ...);
int main(void) {
    float zero = 0;
    float quotient = 1 / zero;
    printf("%d\n", quotient > 3e38f);
    return 0;
}
