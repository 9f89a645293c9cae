// Only the last element is shared (6.7.3.1p4).
static int add(int n, int *restrict to, const int *restrict from) {
    for (int i = 0; i < n; i++)
        to[i] += from[i]; //~ restrict
    return to[0];
}
int main(void) {
    int a[5] = { 1, 2, 3, 4, 5 };
    return add(3, a, a + 2);
}
