// dialect: gnu
// Instructions of x86 that look at the bits of vectors alone; Clang does not know these builtins.
typedef long long v2di __attribute__((vector_size(16)));
int printf(const char *, ...);
static void show(v2di v)
{
    printf("%llx %llx\n", (unsigned long long)v[0], (unsigned long long)v[1]);
}
int main(void)
{
    v2di a = {0xff00, -1}, b = {0xf0f0, 5};
    show(__builtin_ia32_pand128(a, b));
    show(__builtin_ia32_pandn128(a, b));
    show(__builtin_ia32_por128(a, b));
    show(__builtin_ia32_pxor128(a, b));
    return 0;
}
