int a __attribute__((aligned(16)));
int b = __builtin_choose_expr(sizeof(int) == 4, 1, "text");
int c = __builtin_types_compatible_p(int, signed) + __builtin_types_compatible_p(int[], int[3]);
int d = __builtin_constant_p(1 + 2);
