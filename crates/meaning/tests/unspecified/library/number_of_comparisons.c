// How often `qsort` compares, the library decides (C11 7.22.5.2).
int printf(const char *, ...);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int n;

static int compare(const void *a, const void *b) {
    n++;
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int a[2] = { 5, 3 };
    qsort(a, 2, sizeof *a, compare);
    printf("%d\n", n);
    return 0;
}
