typedef short v8 __attribute__((vector_size(16)));
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char c16 __attribute__((vector_size(16)));
v8 a(v8 x, short y, int z) { return (x + y) << z | (x & 1) - (z & 7); }
c16 b(c16 x) { return x + 255 - -1; }
f4 c(f4 x, short y, float z) { return x * y + z * 2.0f - 1; }
v4 d(f4 x, f4 y, v4 z) { return (x < y) & z | ~z; }
int e(v4 x, int i) { x[i] = 3; x[0]++; return x[1] + (x == x)[2]; }
v4 f(v4 x, v4 m) { return __builtin_shuffle(x, m) + __builtin_convertvector(x, v4); }
v8 g(v4 x) { return (v8)x; }
v4 h = {1, 2, 3, 4}, i = {1};
typedef short eight_shorts __attribute__((vector_size(16)));
typedef float four_floats __attribute__((vector_size(16)));
eight_shorts numbers(eight_shorts x, short s, long l, struct { int narrow : 9; } *p) {
    return x + (int)s + (l & 255) + p->narrow + (short)l + 32767 + 65535u * 0;
}
four_floats constants(four_floats x, float f) { return x + 16777216 + 0.5 + f * 2 + (float)0.1; }
