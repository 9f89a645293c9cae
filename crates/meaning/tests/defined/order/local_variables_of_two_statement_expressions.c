int printf(const char *, ...);
int main(void) {
    int i = 1;
    int sum = ({ int t = i; t++; t = t + 1; t; }) + ({ int u = 2; u += i; u; });
    i = ({ i = 5; i + 1; });
    printf("%d %d\n", sum, i);
    return 0;
}
