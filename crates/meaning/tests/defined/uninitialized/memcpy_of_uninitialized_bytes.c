// Copying indeterminate bytes is no use of their value (6.2.6.1p4); only the written member is used.
int printf(const char *, ...);
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
struct pair { int first, second; };
int main(void) {
    struct pair a, b;
    a.first = 4;
    memcpy(&b, &a, sizeof b);
    printf("%d\n", b.first);
    return 0;
}
