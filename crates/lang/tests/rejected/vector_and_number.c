typedef short v8 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
v8 a(v8 x, int y) { return x + y; } //~ bad-operand
v8 b(v8 x) { return x + 70000; } //~ bad-operand
f4 c(f4 x, double y) { return x * y; } //~ bad-operand
f4 d(f4 x, int y) { return x - y; } //~ bad-operand
v8 e(v8 x, double y) { return x + y; } //~ bad-operand
v8 f(v8 x, int y) { return y << x; } //~ bad-operand
v8 g(v8 x, f4 y) { return x + y; } //~ bad-operand
v8 h(v8 x, int *y) { return x + y; } //~ bad-operand
f4 i(f4 x) { return x % x; } //~ bad-operand
v8 j(v8 x, _Bool y) { return x + y; } //~ bad-operand
v8 k(v8 x, enum e { ONE } y) { return x << y; } //~ bad-operand
v8 l(v8 x, short y) { return x + (y + 1); } //~ bad-operand
f4 m(f4 x) { return x + 16777217; } //~ bad-operand
f4 n(f4 x) { return x + 0.1; } //~ bad-operand
f4 o(f4 x, float y) { return x + (double)y; } //~ bad-operand
typedef int bad __attribute__((vector_size(12))); //~ bad-attribute
typedef int twice __attribute__((vector_size(8), vector_size(8))); //~ bad-attribute
typedef struct s { int x; } of __attribute__((vector_size(8))); //~ bad-attribute
typedef enum never later __attribute__((vector_size(4))); //~ bad-attribute
