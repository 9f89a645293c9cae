// Accesses through a type with the attribute may_alias alias everything, as GCC and Clang document.
int printf(const char *, ...);
typedef unsigned __attribute__((may_alias)) any_word;
int main(void) {
    float f = 1.0f;
    any_word *p = (any_word *)&f;
    *p ^= 0x80000000u;
    printf("%.1f\n", f);
    return 0;
}
