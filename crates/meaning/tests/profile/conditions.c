int printf(const char *, ...);

static int f(int n) { return n & 1; }

struct pair { int first, second; };

static struct pair make(int n) {
    struct pair p = { n, n / 3 };
    return p;
}

int main(void) {
    int total = 0, *p = 0;
    double d = 0;
    for (int i = -10; i <= 10; i++) {
        if (i > 0 && f(i) || !(i % 4))
            total += i;
        int both = i < 3 && i > -3;
        int not = !(i & 2);
        total += both ? not ? 1 : 2 : i ?: 7;
        p = i & 1 ? &total : 0;
        if (!p || *p > 5)
            d += 0.5;
        while (d > 1.0)
            d -= 1;
        if (make(i).second > 1)
            total--;
        i < 0 ? (void)total++ : (void)total--;
    }
    printf("%d %d\n", total, (int)(d * 2));
    return 0;
}
