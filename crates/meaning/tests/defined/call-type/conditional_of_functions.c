// All functions of the table have the type of its elements.
int printf(const char *, ...);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
int main(void) {
    int (*table[])(int, int) = { add, sub };
    for (int i = 0; i < 2; i++)
        printf("%d\n", (**table[i])(5, 3));
    return 0;
}
