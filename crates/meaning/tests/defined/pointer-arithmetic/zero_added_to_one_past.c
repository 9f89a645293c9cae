// Adding zero keeps the pointer where it is, also one past the end.
int printf(const char *, ...);
int main(void) {
    int a[1] = { 3 }, zero = 0;
    int *end = a + 1;
    end = end + zero;
    printf("%d\n", end[-1]);
    return 0;
}
