/* A game of life: a whole board of chars that is read all around every cell, and copied. */
#include <stdio.h>
#include <string.h>

#ifdef SMALL
#define N 2
#else
#define N 45
#endif
#define SIDE 192

static unsigned char board[SIDE][SIDE], next[SIDE][SIDE];

static int neighbours(int y, int x)
{
    int n = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            n += board[(y + dy + SIDE) % SIDE][(x + dx + SIDE) % SIDE];
    return n - board[y][x];
}

int main(void)
{
    int side = N < 10 ? 8 : SIDE;
    unsigned state = 3;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            state = state * 1664525u + 1013904223u;
            board[y][x] = state >> 30 == 0;
        }
    unsigned check = 0;
    for (int round = 0; round < N; ++round) {
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                int n = neighbours(y, x);
                next[y][x] = n == 3 || (n == 2 && board[y][x]);
            }
        memcpy(board, next, sizeof board);
        for (int x = 0; x < side; ++x)
            check = check * 31u + board[round % side][x];
    }
    printf("%u\n", check);
    return 0;
}
