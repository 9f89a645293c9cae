void f(double d, struct s { int x; } s) {
    goto *1; //~ bad-statement
    goto *d; //~ bad-statement
    goto *s; //~ bad-statement
}
