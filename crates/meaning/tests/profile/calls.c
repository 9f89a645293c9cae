int printf(const char *, ...);
typedef long jmp_buf[32];
int setjmp(jmp_buf);
void longjmp(jmp_buf, int) __attribute__((noreturn));
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));

static jmp_buf out;
static unsigned char wraps = 250;
static int values[] = { 3, 1, 2, 5, 4 };

static long fib(int n) {
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int old(c, f) char c; float f; {
    return c + (int)f;
}

static int deep(int n) {
    volatile int here = n;
    if (n == 0)
        longjmp(out, 3);
    n = deep(n - 1);
    return n + here;
}

static void nothing(void) {
}

int main(void) {
    long s = fib(8);
    qsort(values, 5, sizeof values[0], compare);
    for (int i = 0; i < 8; i++) {
        wraps++;
        s += old(wraps / 2, i * 1.5);
        nothing();
    }
    if (setjmp(out) == 0)
        s += deep(5);
    printf("%ld %d\n", s, values[0]);
    return 0;
}
