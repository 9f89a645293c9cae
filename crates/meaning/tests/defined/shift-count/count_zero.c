// A count of zero changes nothing.
int printf(const char *, ...);
int main(void) {
    int zero = 0;
    printf("%d %u\n", 7 << zero, 7u >> zero);
    return 0;
}
