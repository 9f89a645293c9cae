// The operand of sizeof is not evaluated (6.5.3.4p2).
int printf(const char *, ...);
int main(void) {
    int (*p)[3] = 0;
    printf("%d %d\n", (int)(sizeof *p / sizeof **p), (int)sizeof (*p)[7] == (int)sizeof(int));
    return 0;
}
