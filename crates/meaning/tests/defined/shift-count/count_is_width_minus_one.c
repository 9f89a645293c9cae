// The largest count allowed.
int printf(const char *, ...);
int main(void) {
    unsigned u = 1;
    unsigned long l = 1;
    int count = 31;
    printf("%u %lu %d\n", u << count, l << (count + 32), -1 >> count);
    return 0;
}
