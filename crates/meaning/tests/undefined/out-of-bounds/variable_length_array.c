// The element n of an array of n elements (6.5.6p8).
static int last(int n) {
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    return a[n]; //~ out-of-bounds
}
int main(void) {
    return last(3);
}
