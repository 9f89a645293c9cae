// All bytes of the member read were written through the other member (6.5.2.3p3, footnote 95).
int printf(const char *, ...);
int main(void) {
    union { unsigned u; unsigned char b[sizeof(unsigned)]; } v;
    for (unsigned i = 0; i < sizeof v.b; i++)
        v.b[i] = 1;
    printf("%u\n", v.u);
    return 0;
}
