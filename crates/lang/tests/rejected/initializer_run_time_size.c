void f(int n) {
    int a[n] = {1}; //~ bad-initializer
    struct { int b[n]; int c; } d = {.c = 1}; //~ bad-initializer
    int *e = (int[n]){1}; //~ bad-initializer
}
