//@ -std=gnu89
extern inline int a(void) { return 1; }
extern inline int a(void) { return 2; } //~ redeclaration
extern inline int b(void) { return 1; }
int b(void) { return 2; }
