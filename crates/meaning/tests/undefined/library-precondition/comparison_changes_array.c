// The comparison function shall not alter the contents of the array (7.22.5p3).
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    *(int *)a = x + 1;
    return (x > y) - (x < y);
}
int main(void) {
    int a[3] = { 30, 10, 20 };
    qsort(a, 3, sizeof a[0], compare); //~ library-precondition
    return 0;
}
