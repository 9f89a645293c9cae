// Length zero with valid pointers (7.24.1p2).
int printf(const char *, ...);
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    char a[2] = "a", b[2] = "b";
    memcpy(a, b, 0);
    printf("%s\n", a);
    return 0;
}
