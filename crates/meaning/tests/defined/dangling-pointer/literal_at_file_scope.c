// Outside of a function a compound literal has static storage duration (6.5.2.5p5).
int printf(const char *, ...);
static int *p = (int[]){ 2, 4 };
static int *get(void) {
    return p;
}
int main(void) {
    get()[0]++;
    printf("%d %d\n", get()[0], get()[1]);
    return 0;
}
