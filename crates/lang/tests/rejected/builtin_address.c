void *f(void) { return &__builtin_trap; } //~ bad-operand
int g(void) { return __builtin_constant_p(__builtin_expect); } //~ bad-operand
