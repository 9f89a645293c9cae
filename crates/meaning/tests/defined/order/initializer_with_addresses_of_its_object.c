int printf(const char *, ...);
int main(void) {
    struct list { struct list *next, *last; int n; } l = { &l, &l, 3 };
    int a[3] = { [2] = 1, [0] = 5, [2] = 7 };
    printf("%d %d %d\n", l.next->last->n, a[0], a[2]);
    return 0;
}
