// sizeof does not evaluate i++ (6.5.3.4p2).
int printf(const char *, ...);
int main(void) {
    int i = 1;
    i = sizeof(i++) + i;
    printf("%d\n", i - (int)sizeof i);
    return 0;
}
