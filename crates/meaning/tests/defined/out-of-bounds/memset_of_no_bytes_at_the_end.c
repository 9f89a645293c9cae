// A pointer one past the end is valid for a length of zero (7.24.1p2).
int printf(const char *, ...);
void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
    char a[2] = { 1, 2 };
    memset(a + 2, 0, 0);
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
