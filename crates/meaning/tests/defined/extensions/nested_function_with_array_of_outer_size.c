// The bound of an array of run-time size was evaluated by the function around, once (GNU; C11 6.7.6.2p5).
int printf(const char *, ...);

static int fill(int n)
{
    int rows[n][n];
    int set(int i, int j, int value) { rows[i][j] = value; return sizeof rows[0] / sizeof(int); }
    int width = 0;
    int size = n;
    n = 1;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            width = set(i, j, i * j);
    return rows[2][2] + width;
}

int main(void)
{
    printf("%d\n", fill(3));
    return 0;
}
