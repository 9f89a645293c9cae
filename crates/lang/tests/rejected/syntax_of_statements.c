void f(int n) {
    if (n) int a; //~ syntax
    while (n)
        static int b; //~ syntax
    do n--; while (n)
    for (;) ; //~ syntax
    case: ; //~ syntax
    switch n; //~ syntax
    label //~ undeclared
    else ; //~ syntax
    int x; return x y; //~ syntax
    _Static_assert(1, 2); //~ syntax
    [0] + n; //~ syntax
    __attribute__((1)) int z; //~ syntax
}
