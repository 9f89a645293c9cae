int printf(const char *, ...);
int main(void) {
    int n = 0;
    for (int i = 0; i < 9; i++)
        n += ({ if (i == 4) break; if (i & 1) continue; i; });
    printf("%d\n", n);
    return 0;
}
