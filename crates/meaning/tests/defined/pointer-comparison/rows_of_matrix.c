// Elements of different rows are parts of one aggregate (6.5.8p5).
int printf(const char *, ...);
int main(void) {
    int m[2][3];
    printf("%d %d\n", &m[0][2] < &m[1][0], &m[1][2] > &m[0][2]);
    return 0;
}
