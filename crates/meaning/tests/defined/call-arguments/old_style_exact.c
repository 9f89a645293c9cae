// Number and promoted types of the arguments agree with the old-style definition (6.5.2.2p6).
int printf(const char *, ...);
static int scale(c, f)
    char c;
    float f;
{
    return c * f;
}
int main(void) {
    char c = 4;
    printf("%d %d\n", scale(c, 2.5f), scale(3, 2.0));
    return 0;
}
