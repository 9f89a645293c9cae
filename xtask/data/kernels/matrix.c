/* Matrix multiplication: three nested loops over static two-dimensional arrays. */
#include <stdio.h>

#ifdef SMALL
#define N 7
#else
#define N 280
#endif

static int a[N][N], b[N][N], c[N][N];

int main(void)
{
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            a[i][j] = (i * 7 + j * 3) % 101 - 50;
            b[i][j] = (i * 5 + j * 11) % 103 - 51;
        }
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            int sum = 0;
            for (int k = 0; k < N; ++k)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    unsigned long check = 0;
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            check = check * 31 + (unsigned long)c[i][j];
    printf("%lu\n", check);
    return 0;
}
