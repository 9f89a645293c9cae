// The overlap is exact and the types are compatible (6.5.16.1p3).
int printf(const char *, ...);
int main(void) {
    union { int a; int b; } u = { 4 };
    u.a = u.b;
    printf("%d\n", u.a);
    return 0;
}
