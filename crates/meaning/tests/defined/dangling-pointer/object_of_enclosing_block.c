// A block inside or a call only suspends the execution of the block (6.2.4p6).
int printf(const char *, ...);
static void add(int *p) {
    *p += 5;
}
int main(void) {
    int x = 1, *p;
    {
        p = &x;
        add(p);
    }
    printf("%d\n", *p);
    return 0;
}
