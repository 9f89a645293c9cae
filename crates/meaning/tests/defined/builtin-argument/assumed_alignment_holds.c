// The pointer is aligned as promised, with and without an offset.
int printf(const char *, ...);
static _Alignas(16) char buffer[32] = "0123456789abcdefX";
int main(void) {
    char *p = __builtin_assume_aligned(buffer + 16, 16);
    char *q = __builtin_assume_aligned(buffer + 4, 16, 4);
    printf("%c %c\n", *p, *q);
    return 0;
}
