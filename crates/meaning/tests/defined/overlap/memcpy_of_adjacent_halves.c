// The ranges touch but do not overlap (7.24.2.1p2).
int printf(const char *, ...);
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    memcpy(a + 2, a, 2 * sizeof a[0]);
    printf("%d %d\n", a[2], a[3]);
    return 0;
}
