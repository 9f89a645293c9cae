// The comparison function says that every element is less than every other one (7.22.5p4).
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int always_less(const void *a, const void *b) {
    return a == b ? 0 : -1;
}
int main(void) {
    int a[3] = { 3, 1, 2 };
    qsort(a, 3, sizeof a[0], always_less); //~ library-precondition
    return 0;
}
