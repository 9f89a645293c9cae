void f(void) {
    for (int i = 0, g(void); i < 3; i++); //~ bad-statement
    for (static int i = 0; i < 3; i++); //~ bad-statement
    for (extern int j; ;); //~ bad-statement
    for (typedef int t; ;); //~ bad-statement
    for (struct s { int x; } i = {0}; i.x < 3; i.x++); //~ bad-statement
    for (enum { A } i = A; ;); //~ bad-statement
}
