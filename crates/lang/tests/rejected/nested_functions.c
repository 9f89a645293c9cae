void f(void) {
    auto int never(int); //~ undeclared
    auto int other(int);
    long other(int x) { return x; } //~ redeclaration
    static int g(void) { return 1; } //~ bad-specifiers
}
