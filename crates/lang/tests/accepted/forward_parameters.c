// Parameters may be declared before the list, so that the list can mention them in any order.
int f(int n; int a[n], int n);
int f(int n; int a[n], int n) { return a[n - 1]; }
int g(int n, int m; int m; int n; int a[n][m], int n, int m) { return sizeof a[0] / sizeof a[0][0] + n + m; }
int h(int a; int a; int a) { return a; }
