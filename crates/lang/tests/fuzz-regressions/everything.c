0typedef unsigned long size_t;
typedef int vec __attribute__((vector_size(16)));
_Static_assert(sizeof(int) >= 2, "int");
extern int printf(const char *restrict, ...) __attribute__((format(printf, 1, 2)));
enum color { RED, GREEN = 5, BLUE = GREEN << 1 };
enum __attribute__((packed)) tiny { T0 = -1, T1 };
struct list { struct list *next; union { int i; float f; }; unsigned bits : 3, : 0, more : 5; char tail[]; };
struct __attribute__((packed, aligned(8))) odd { char c; long double ld; _Complex double z; struct {} empty; };
#pragma pack(push, 2)
union both { long long ll; struct { short a, b[2]; } s; };
#pragma pack(pop)
static _Thread_local int counter; _Atomic int shared; _Atomic(long) wide;
int (*handlers[4])(int, char **), *(*make(int n))[3];
const volatile int *const restrict_me = 0;
static inline _Noreturn void stop(void) { __builtin_unreachable(); }
_Alignas(16) char buffer[_Alignof(double) * 2] = "a" "b\x41\n\0", *names[] = { [2] = "x", [0 ... 1] = L"" ? "y" : u8"z" };
struct list init = { .next = &init, { .i = 1 }, .bits = 2, 3, };
__int128 big = (__int128)1 << 100; _Float128 quad = 1.0f128; double hex = 0x1.8p-3, nan_ = __builtin_nan("");
int old(a, b) int a; double b; { return a + (int)b; }
int f() { return g(1); }
__typeof__(1 + 1L) typed = 'c' + L'\u00e9' + 'ab';
int asm_name(void) __asm__("other");
int many(int n, int a[static n], int b[*], char c[const], ...)
{
    __label__ here;
    static void *table[] = { &&here, &&there };
    int vla[n][n + 1], i = 0, *p = vla[0], (*q)[n + 1] = vla;
    __auto_type copy = (struct list){ .bits = 1 };
    int nested(int x) { return x + n; }
    __builtin_va_list ap; __builtin_va_start(ap, c); i = __builtin_va_arg(ap, int); __builtin_va_end(ap);
    for (int j = 0, k; j < n; j++, --i) { if (j) continue; else if (k) break; }
    while (i --> 0) ;
    do i ^= ~n; while (0);
    switch (n) { case 1: case 3 ... 5: i = n ? : 2; __attribute__((fallthrough)); default: ; }
    goto *table[i & 1];
here:
    i = _Generic(i, int: 1, long: 2, default: sizeof(int[n])) + sizeof i + __alignof__(i);
there: __attribute__((unused));
    i += ({ int t = i; t << 1; }) , p[1] -= *p++ * -i % 7 / 3 >> 1 & 1 | 2 ^ !p && i || i <= 3 != 2;
    __asm__ volatile ("nop %0" : "=r"(i), [m] "+m"(n) : "0"(i) : "memory", "cc");
    vec v = { 1, 2 }, w = v + (v < w); v[0] = __builtin_shuffle(v, w)[1];
    _Complex float z = 1.0f + 2.0fi; __real__ z = __imag__ z;
    i = __builtin_offsetof(struct odd, z) + __builtin_types_compatible_p(int, long) + __builtin_choose_expr(1, i, p);
    i = (int (*)(void))stop == 0 ? (short){1} : (1, 2) - 0b101 - 017 - 1ull;
    ((void (*)(void))0)(); (&copy)->next->i = (*copy.next).f;
    return __extension__ __func__[0] + (_Bool)i;
}
[[nodiscard]] int weak(void) __attribute__((weak, alias("f"), section(".x"), cold));
int main(void) { return many(1, (int[]){1}, 0, "", 2.5, 1 ? (void *)0 : buffer); }
