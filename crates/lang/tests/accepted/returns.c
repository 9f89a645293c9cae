void f(void) { return; }
int g(void) { return; }
void h(void) { return f(); }
void i(void) { return 1; }
int *j(int *p) { return p ? p : 0; }
const char *k(void) { return "text"; }
