// Each index is within its own dimension.
int printf(const char *, ...);
int main(void) {
    int a[4][5], sum = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            a[i][j] = i * j;
    for (int i = 0; i < 20; i++)
        sum += a[i / 5][i % 5];
    printf("%d\n", sum);
    return 0;
}
