typedef int v4 __attribute__((vector_size(16)));
typedef short v8 __attribute__((vector_size(16)));
double f(int n, double d, v4 v, v8 w, const int *p, float _Complex c) {
    __builtin_isless(n, n); //~ bad-call
    __builtin_isless(d, c); //~ bad-call
    __builtin_complex(d, n); //~ bad-call
    __builtin_shuffle(v, w); //~ bad-call
    __builtin_shuffle(v, d); //~ bad-call
    __builtin_shufflevector(n, n, 0); //~ bad-call
    __builtin_shufflevector(v, v, 0, 1, 2); //~ bad-call
    __builtin_add_overflow(n, n, p); //~ bad-call
    __builtin_convertvector(v, v8); //~ bad-operand
    __builtin_convertvector(n, int); //~ bad-operand
    __builtin_fpclassify(1, 2, 3); //~ bad-call
    __builtin_signbit(p); //~ bad-call
    __builtin_call_with_static_chain(n, p); //~ bad-call
    __builtin_offsetof(struct s { int x; }, x[0]); //~ bad-member
    __builtin_offsetof(struct t { int x[2]; }, x[d]); //~ bad-operand
    return __builtin_speculation_safe_value(); //~ bad-call
}
