void f(int n) {
    int a[n] = {1}; //~ bad-initializer
    struct { int b[n]; int c; } d = {.c = 1}; //~ bad-initializer
    int *e = (int[n]){1}; //~ bad-initializer
}
void elements_of_run_time_size(int n) {
    int a[][n] = {}; //~ bad-initializer
    void *p = (int[][n]){}; //~ bad-initializer
}
