// The array of bsearch shall be in order with respect to the key (7.22.5.1p3).
void *bsearch(const void *, const void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int a[3] = { 9, 5, 1 }, key = 9;
    return bsearch(&key, a, 3, sizeof a[0], compare) != 0; //~ library-precondition
}
