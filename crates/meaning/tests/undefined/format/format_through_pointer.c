// The format comes through a parameter and does not fit the argument (7.21.6.1p9).
int printf(const char *, ...);
static void show(const char *format, int value) {
    printf(format, value); //~ format
}
int main(void) {
    show("%d\n", 1);
    show("%s\n", 1);
    return 0;
}
