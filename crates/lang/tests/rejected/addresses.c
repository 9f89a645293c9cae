struct s { int b : 3; } a;
register int global asm("ebx");
int *f(int n) {
    register int r;
    register struct s t;
    register int array[2];
    &a.b; //~ bad-operand
    &r; //~ bad-operand
    &t; //~ bad-operand
    &array[1]; //~ bad-operand
    &global; //~ bad-operand
    sizeof a.b; //~ bad-operand
    __typeof__(a.b) c; //~ bad-operand
    _Alignof(a.b); //~ bad-operand
    return &f(1); //~ not-lvalue
}
