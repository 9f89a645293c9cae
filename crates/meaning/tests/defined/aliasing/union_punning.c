// Reading another member of a union through the union reinterprets the bytes (6.5.2.3p3, footnote 95).
int printf(const char *, ...);
int main(void) {
    union { float f; unsigned u; } v;
    v.f = 1.0f;
    printf("%x\n", v.u);
    return 0;
}
