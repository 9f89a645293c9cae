// A nested function uses variables of the call of the function around that it belongs to, also where that function is active
// several times (GNU).
int printf(const char *, ...);

static int apply(int (*f)(int), int x) { return f(x); }

static int sum(int depth, int (*outer)(int))
{
    int total = depth;
    int add(int x) { total += x; return total; }
    int below = depth == 0 ? apply(outer, 100) : sum(depth - 1, add);
    return below + apply(add, 1);
}

static int zero(int x) { return 0; }

int main(void)
{
    int counter = 0;
    void count(void) {
        void twice(void) { counter += 2; }
        twice();
        counter++;
    }
    count();
    count();
    printf("%d %d\n", counter, sum(2, zero));
    return 0;
}
