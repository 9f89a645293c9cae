// The operand of sizeof is not evaluated (6.5.3.4p2).
int printf(const char *, ...);
int main(void) {
    int a[2];
    printf("%d %d\n", sizeof a[10] == sizeof(int), (int)(sizeof a / sizeof a[99]));
    return 0;
}
