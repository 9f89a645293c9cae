// The end of a full declarator is a sequence point (6.7.6p3).
int printf(const char *, ...);
int main(void) {
    int i = 1;
    int a = i++, b = i++, c = i;
    printf("%d %d %d\n", a, b, c);
    return 0;
}
