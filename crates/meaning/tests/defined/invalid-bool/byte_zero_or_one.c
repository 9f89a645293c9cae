// The bytes 0 and 1 represent the two values.
int printf(const char *, ...);
void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
    _Bool flags[3];
    memset(flags, 1, 2);
    memset(flags + 2, 0, 1);
    printf("%d %d %d\n", flags[0], flags[1], flags[2]);
    return 0;
}
