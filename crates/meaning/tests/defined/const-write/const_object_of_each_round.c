// Each round of the loop defines a new const object.
int printf(const char *, ...);
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        const int square = i * i;
        sum += square;
    }
    printf("%d\n", sum);
    return 0;
}
