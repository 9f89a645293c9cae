// Width and precision from int arguments; a negative width is left adjustment (7.21.6.1p5).
int printf(const char *, ...);
int main(void) {
    printf("[%*d] [%-*d] [%.*f] [%*d]\n", 4, 1, 4, 2, 1, 2.25, -3, 5);
    return 0;
}
