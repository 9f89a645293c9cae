// `cpuid` is the one instruction that is known: SSE2 is there on every x86-64.
int printf(const char *, ...);
int main(void) {
    unsigned a, b, c, d;
    __asm__ __volatile__("cpuid\n\t" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(0));
    printf("%d ", a >= 1);
    __asm__ __volatile__("cpuid\n\t" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(1), "2"(0));
    printf("%d\n", d >> 26 & 1);
    return 0;
}
