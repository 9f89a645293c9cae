// Reading an element of the temporary array is defined (6.2.4p8).
int printf(const char *, ...);
struct s { int a[2]; };
static struct s make(void) {
    return (struct s){ { 1, 2 } };
}
int main(void) {
    printf("%d\n", make().a[0] + make().a[1]);
    return 0;
}
