// Character types and void have the weakest alignment (6.2.8p6).
int printf(const char *, ...);
int main(void) {
    int x = 0x7f7f7f7f;
    void *middle = (char *)&x + 3;
    signed char *p = middle;
    printf("%d\n", *p);
    return 0;
}
