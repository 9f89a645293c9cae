struct unknown;
int a = _Generic(1, char: 1, long: 2); //~ bad-generic
int b = _Generic(1, int: 1, signed: 2); //~ bad-generic
int c = _Generic(1, default: 1, default: 2); //~ bad-generic
int d = _Generic(1, struct unknown: 1, default: 2); //~ bad-generic
int e(int n) { return __builtin_choose_expr(n, 1, 2); } //~ not-constant
int f = _Generic(1); //~ syntax
