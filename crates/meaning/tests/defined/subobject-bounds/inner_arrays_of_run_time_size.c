// Every element by its own subscripts, one past the end of an inner array without an access, and rows as pointers.
int printf(const char *, ...);

static int sum(int rows, int columns, int m[rows][columns]) {
    int sum = 0;
    for (int i = 0; i < rows; i++)
        for (int *p = m[i]; p < m[i] + columns; p++) sum += *p;
    return sum;
}

int main(void) {
    int n = 3, k = 2;
    int m[n][k + 1][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= k; j++)
            for (int l = 0; l < n; l++) m[i][j][l] = i * 100 + j * 10 + l;
    int (*plane)[n] = m[1];
    int *end = &m[2][k][n];
    printf("%d %d %d\n", sum(k + 1, n, m[2]), plane[2][1], end[-1]);
    k = 7; // the arrays keep their sizes
    printf("%d\n", m[0][2][2]);
    return 0;
}
