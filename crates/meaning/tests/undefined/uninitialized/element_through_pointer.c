// The callee reads one element more than was written (6.2.4p6).
static int sum(const int *a, int n) {
    int total = 0;
    while (n-- > 0)
        total += *a++; //~ uninitialized
    return total;
}
int main(void) {
    int a[4];
    for (int i = 0; i < 3; i++)
        a[i] = i;
    return sum(a, 4);
}
