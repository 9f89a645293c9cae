// dialect: gnu
// `ms_struct`: bit-fields of types of one size share whole units of that size, and others begin behind the unit.
int printf(const char *, ...);
typedef unsigned char byte;

struct sizes_differ { byte a : 3; int b : 3; byte c; } __attribute__((ms_struct));
struct shared { int a : 20; int b : 10; int c : 5; byte d; } __attribute__((ms_struct));
struct ended { short a : 3; short : 0; short b : 3; } __attribute__((ms_struct));
struct begins { int : 0; byte a; } __attribute__((ms_struct));
struct packed { byte a; int b : 3; short c : 3; } __attribute__((ms_struct, packed));
struct last { byte a; long long b : 1; } __attribute__((ms_struct));
struct aligned { byte a : 6; byte b __attribute__((aligned(16))); } __attribute__((ms_struct));
struct usual { byte a : 3; int b : 3; byte c; } __attribute__((gcc_struct));

int main(void) {
    struct sizes_differ value = { 5, -2, 'c' };
    const byte *bytes = (const byte *)&value;
    printf("%zu %zu %zu\n", sizeof(struct sizes_differ), __builtin_offsetof(struct sizes_differ, c), _Alignof(struct sizes_differ));
    printf("%d %d %d %d\n", bytes[0] & 7, bytes[4] & 7, bytes[8], value.b);
    printf("%zu %zu\n", sizeof(struct shared), __builtin_offsetof(struct shared, d));
    printf("%zu %zu\n", sizeof(struct ended), sizeof(struct begins));
    printf("%zu %zu\n", sizeof(struct packed), _Alignof(struct packed));
    printf("%zu %zu %zu\n", sizeof(struct last), __builtin_offsetof(struct aligned, b), sizeof(struct usual));
    return 0;
}
