// The cast makes the shift unsigned; the conversion back to int is implementation-defined (6.3.1.3p3).
int printf(const char *, ...);
int main(void) {
    int x = -3;
    printf("%d\n", (int)((unsigned)x << 2));
    return 0;
}
