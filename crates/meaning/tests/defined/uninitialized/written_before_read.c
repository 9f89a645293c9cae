// Every path writes x before it is read.
int printf(const char *, ...);
static int sign(int n) {
    int x;
    if (n < 0)
        x = -1;
    else
        x = n > 0;
    return x;
}
int main(void) {
    printf("%d %d %d\n", sign(-5), sign(0), sign(9));
    return 0;
}
