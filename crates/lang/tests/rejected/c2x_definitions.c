//@ -std=c2x
void f() {}
void g(void) { f(1); } //~ bad-call
