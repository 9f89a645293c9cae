// 16777217 is in range of float but not exact: rounded, implementation-defined, to nearest even (6.3.1.4p2).
int printf(const char *, ...);
int main(void) {
    int i = 16777217;
    float f = i;
    printf("%.1f\n", f);
    return 0;
}
