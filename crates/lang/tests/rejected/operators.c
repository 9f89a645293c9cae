struct s { int x; } a;
int f(int n, int *p, double d, void (*q)(void), struct unknown *u) {
    -p; //~ bad-operand
    ~d; //~ bad-operand
    !a; //~ bad-operand
    *n; //~ bad-operand
    &1; //~ not-lvalue
    &(n + 1); //~ not-lvalue
    a++; //~ bad-operand
    u++; //~ bad-operand
    n % d; //~ bad-operand
    d << 1; //~ bad-operand
    d & 1; //~ bad-operand
    p * 2; //~ bad-operand
    a + a; //~ bad-operand
    a == a; //~ bad-operand
    a && n; //~ bad-operand
    p | 1; //~ bad-operand
    __real__ p; //~ bad-operand
    n += a; //~ bad-operand
    p += p; //~ bad-operand
    n ? a : n; //~ bad-operand
    n ? a : q; //~ bad-operand
    a ? 1 : 2; //~ bad-operand
    return 0;
}
