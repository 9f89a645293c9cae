int a
int b; //~ syntax
int c = ; //~ syntax
int f(void) {
    if 1; //~ syntax
    return (1; //~ syntax
    int d[; //~ syntax
    x y z; //~ syntax undeclared
    goto 1; //~ syntax
    1 +; //~ syntax
    f(1,); //~ syntax
    struct { int x } s;
}
int g() int; { }
} //~ syntax
