/* All solutions of the N queens problem: backtracking with arrays of flags. */
#include <stdio.h>

#ifdef SMALL
#define N 5
#else
#define N 12
#endif

static int column[N], up[2 * N], down[2 * N], place[N];
static long n_solutions, check;

static void try_row(int row)
{
    if (row == N) {
        ++n_solutions;
        for (int i = 0; i < N; ++i)
            check = (check * 13 + place[i]) % 1000003;
        return;
    }
    for (int c = 0; c < N; ++c) {
        if (column[c] || up[row + c] || down[row - c + N])
            continue;
        column[c] = up[row + c] = down[row - c + N] = 1;
        place[row] = c;
        try_row(row + 1);
        column[c] = up[row + c] = down[row - c + N] = 0;
    }
}

int main(void)
{
    try_row(0);
    printf("%ld %ld\n", n_solutions, check);
    return 0;
}
