/* Levenshtein distance by dynamic programming on a two-dimensional array, of texts that change from round to round. */
#include <stdio.h>

#ifdef SMALL
#define N 1
#define LENGTH 20
#else
#define N 35
#define LENGTH 600
#endif

static char one[LENGTH], other[LENGTH];
static unsigned short distance[LENGTH + 1][LENGTH + 1];

static int minimum(int a, int b, int c)
{
    int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static int measured(void)
{
    for (int i = 0; i <= LENGTH; ++i) {
        distance[i][0] = (unsigned short)i;
        distance[0][i] = (unsigned short)i;
    }
    for (int i = 1; i <= LENGTH; ++i)
        for (int j = 1; j <= LENGTH; ++j) {
            int replaced = distance[i - 1][j - 1] + (one[i - 1] != other[j - 1]);
            distance[i][j] = (unsigned short)minimum(distance[i - 1][j] + 1, distance[i][j - 1] + 1, replaced);
        }
    return distance[LENGTH][LENGTH];
}

int main(void)
{
    unsigned state = 1, check = 0;
    for (int round = 0; round < N; ++round) {
        for (int i = 0; i < LENGTH; ++i) {
            state = state * 1103515245u + 12345u;
            one[i] = (char)('a' + (state >> 16) % 4);
            other[i] = (char)('a' + (state >> 20) % 4);
        }
        check = check * 31u + (unsigned)measured();
        for (int i = 0; i <= LENGTH; ++i)
            check = check * 31u + distance[i][LENGTH - i];
    }
    printf("%u\n", check);
    return 0;
}
