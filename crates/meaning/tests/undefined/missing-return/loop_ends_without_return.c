// The function returns from inside its loop, or not at all (6.9.1p12).
static int find(const int *a, int n, int what) {
    for (int i = 0; i < n; i++)
        if (a[i] == what)
            return i;
}
int main(void) {
    int a[2] = { 1, 2 };
    return find(a, 2, 2) + find(a, 2, 3); //~ missing-return
}
