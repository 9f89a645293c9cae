// memmove is for overlapping objects (7.24.2.2p2).
int printf(const char *, ...);
void *memmove(void *, const void *, __SIZE_TYPE__);
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    memmove(a + 1, a, 3 * sizeof a[0]);
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    return 0;
}
