int f(int n; int a[n]); //~ bad-declarator
int g(int n; int a[n], char n); //~ redeclaration
int h(int n; int n, int n); //~ redeclaration
