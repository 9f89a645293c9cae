// The loop ends, against the promise that stands behind it (GNU C; 4p2).
static int find(const int *a, int n, int what) {
    for (int i = 0; i < n; i++)
        if (a[i] == what)
            return i;
    __builtin_unreachable(); //~ unreachable
}
int main(void) {
    int a[2] = { 1, 2 };
    return find(a, 2, 2) + find(a, 2, 3);
}
