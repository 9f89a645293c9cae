// One past the last row is an address that may be made, and gone back from (6.5.6p8).
int printf(const char *, ...);
static int a[3][5];
int main(void) {
    int (*end)[5] = &a[3];
    int (*also)[5] = a + 3;
    int n = 0;
    for (int (*row)[5] = a; row != end; ++row)
        for (int *at = *row; at != &(*row)[5]; ++at)
            *at = n++;
    printf("%d %d %d\n", end == also, (*(end - 1))[4], (int)(end - a));
    return 0;
}
