// Source and destination of memcpy share two elements (7.24.2.1p2).
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    memcpy(a + 1, a, 3 * sizeof a[0]); //~ overlap
    return a[3];
}
