// Neither the switch nor its cases enter the scope: they are inside.
int printf(const char *, ...);
static int pick(int n, int which) {
    int a[n];
    switch (which) {
    case 0: a[0] = 10; break;
    default: a[0] = 20;
    }
    return a[0];
}
int main(void) {
    printf("%d %d\n", pick(1, 0), pick(2, 1));
    return 0;
}
