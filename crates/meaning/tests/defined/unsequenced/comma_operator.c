// The comma operator is a sequence point; its value is stored after that (6.5.17p2).
int printf(const char *, ...);
int main(void) {
    int i = 1;
    i = (i++, i);
    printf("%d\n", i);
    return 0;
}
