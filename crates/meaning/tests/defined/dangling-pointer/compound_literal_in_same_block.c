// A compound literal lives until the end of the block around it, not of the expression (6.5.2.5p5).
int printf(const char *, ...);
int main(void) {
    int *p = (int[]){ 1, 2, 3 };
    p[1] = 20;
    printf("%d\n", p[0] + p[1] + p[2]);
    return 0;
}
