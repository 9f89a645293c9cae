struct s { int x; } a;
void nothing(void);
void f(void) {
    if (a) ; //~ bad-operand
    while (nothing()) ; //~ bad-operand
    do ; while (a); //~ bad-operand
    for (; a; ) ; //~ bad-operand
    a ? 1 : 2; //~ bad-operand
    a && 1; //~ bad-operand
    nothing() || 1; //~ bad-operand
}
