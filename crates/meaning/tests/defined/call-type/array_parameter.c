// A parameter of array type is a pointer (6.7.6.3p7, p15).
int printf(const char *, ...);
static int sum(int a[2]) {
    return a[0] + a[1];
}
int main(void) {
    int (*f)(int *) = sum, a[2] = { 3, 4 };
    printf("%d\n", f(a));
    return 0;
}
