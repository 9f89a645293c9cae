// Which elements `bsearch` looks at, the library decides (C11 7.22.5.1).
int printf(const char *, ...);
void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));

static int compare(const void *key, const void *element) {
    printf("%d ", *(const int *)element);
    return *(const int *)key - *(const int *)element;
}

int main(void) {
    int a[4] = { 1, 2, 3, 4 }, key = 3;
    return bsearch(&key, a, 4, sizeof *a, compare) == 0;
}
