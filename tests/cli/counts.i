// How often each line ran, beside the source.
//
// RUN[check]: check --counts %
// RUN[json]: check --counts --format json %
// RUN[run]: run --counts %
// RUN[run-json]: run --counts --format json %
// FAIL 1[undefined]: check --counts check-undefined.i
// FAIL 126[not-run]: run --counts check-unsupported.i
// RUN[units]: run --counts counts-unit.i run-hello.i
// RUN[stdin]: run --counts --cpp "/bin/sh -c cat" - < run-hello.i

int printf(const char *, ...);

static int classify(int n) {
    switch (n % 4) {
    case 0:
        return 0;
    case 1 ... 2:
        n = -n;
    }
    return n;
}

static int unused(void) {
    return 1;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        if (i > 2 && !(i & 1))
            sum += classify(i);
        else if (sum > 100)
            return unused();
    }
    do
        sum++;
    while (sum < 0);
    printf("%d\n", sum);
    return sum ? 1 : 0;
}
