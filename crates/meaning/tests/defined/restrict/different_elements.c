// Each element is accessed through one of the pointers only (6.7.3.1p4 speaks of the object X designated).
int printf(const char *, ...);
static void f(int *restrict even, int *restrict odd) {
    for (int i = 0; i < 4; i += 2) {
        even[i] = 1;
        odd[i] = 2;
    }
}
int main(void) {
    int a[5] = { 0 };
    f(a, a + 1);
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    return 0;
}
