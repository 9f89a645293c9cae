int f(int n) {
    __label__ a, b;
    static void *const table[] = {&&a, &&b};
    static const int offsets[] = {&&a - &&a, &&b - &&a};
    goto *table[n];
a:
    return offsets[0];
b:
    goto *(&&a + offsets[n]);
}
