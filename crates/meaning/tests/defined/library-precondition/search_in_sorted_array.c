// The array is in order; a key that is not there gives a null pointer (7.22.5.1p4).
int printf(const char *, ...);
void *bsearch(const void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int a[4] = { 1, 3, 5, 7 }, key = 5, none = 4;
    int *found = bsearch(&key, a, 4, sizeof a[0], compare);
    printf("%d %d\n", (int)(found - a), bsearch(&none, a, 4, sizeof a[0], compare) == 0);
    return 0;
}
