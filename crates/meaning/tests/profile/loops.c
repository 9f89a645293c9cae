int printf(const char *, ...);

static int a[10];

static void fill(unsigned seed) {
    for (int i = 0; i < 10; i++) {
        seed = seed * 1103515245u + 12345u;
        a[i] = (int)(seed >> 16 & 0x7f) - 64;
    }
}

static void sort(void) {
    int swapped;
    do {
        swapped = 0;
        for (int i = 1; i < 10; i++)
            if (a[i - 1] > a[i]) {
                int t = a[i];
                a[i] = a[i - 1];
                a[i - 1] = t;
                swapped = 1;
            }
    } while (swapped);
}

int main(void) {
    int round = 0;
    long sum = 0;
    while (round < 5) {
        fill((unsigned)round);
        sort();
        for (int i = 0;; i++) {
            if (i == 10)
                break;
            if (a[i] < 0)
                continue;
            sum += a[i];
        }
        round++;
    }
    printf("%ld\n", sum);
    return 0;
}
