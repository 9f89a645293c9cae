// The last element of the member, and the pointer one past it, without an access.
int printf(const char *, ...);
struct s { int a[4]; int next; };
int main(void) {
    struct s s = { { 1, 2, 3, 4 }, 5 };
    int *end = s.a + 4;
    printf("%d %d\n", s.a[3], (int)(end - s.a));
    return 0;
}
