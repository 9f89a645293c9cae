// The left operand of a comma is evaluated as a void expression (6.5.17p2).
int printf(const char *, ...);
static int count;
static int tick(void) {
    count++;
}
int main(void) {
    int x = (tick(), tick(), count);
    printf("%d\n", x);
    return 0;
}
