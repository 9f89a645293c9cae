// The count 7 in a char is as good as any other type of count; the result has the type of the left operand.
int printf(const char *, ...);
int main(void) {
    char count = 7;
    printf("%d %d\n", 1 << count, (int)sizeof(1 << 7LL));
    return 0;
}
