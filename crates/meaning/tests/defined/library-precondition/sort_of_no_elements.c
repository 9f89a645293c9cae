// nmemb may be zero; the comparison function is not called (7.22.5p1).
int printf(const char *, ...);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int compare(const void *a, const void *b) {
    printf("called\n");
    return a != b;
}
int main(void) {
    int a[1] = { 1 };
    qsort(a, 0, sizeof a[0], compare);
    qsort(a + 1, 0, sizeof a[0], compare);
    printf("%d\n", a[0]);
    return 0;
}
