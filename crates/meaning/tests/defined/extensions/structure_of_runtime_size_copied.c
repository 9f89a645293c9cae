// dialect: gnu
// A structure of run-time size is assigned, passed, returned and taken from a statement expression, each time as a whole.
int printf(const char *, ...);

static int sum(int n, const char *from) {
    int total = 0;
    for (int i = 0; i < n; i++) total += from[i];
    return total;
}

static void work(int n) {
    struct block { char bytes[n]; };
    struct block made(int first) {
        struct block result;
        for (int i = 0; i < n; i++) result.bytes[i] = first + i;
        return result;
    }
    int changed(struct block argument) {
        argument.bytes[0] += 50;
        return sum(n, argument.bytes);
    }
    struct block a, b;
    b = made(1);
    a = ({ struct block inner; inner = b; inner.bytes[1] = 9; inner; });
    printf("%d %d %d %d %d\n", n, sum(n, a.bytes), changed(b), sum(n, b.bytes), made(3).bytes[n - 1]);
}

int main(void) {
    work(2);
    work(7);
    return 0;
}
