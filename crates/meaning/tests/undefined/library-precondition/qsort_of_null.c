// Even with no elements the pointer shall be valid (7.22.5p1).
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int compare(const void *a, const void *b) {
    return a != b;
}
int main(void) {
    void *none = 0;
    qsort(none, 0, 4, compare); //~ library-precondition
    return 0;
}
