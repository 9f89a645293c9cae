// The comparison function defines a total order (7.22.5p4).
int printf(const char *, ...);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void) {
    int a[5] = { 3, -1, 2, 3, 0 };
    qsort(a, 5, sizeof a[0], compare);
    printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], a[4]);
    return 0;
}
