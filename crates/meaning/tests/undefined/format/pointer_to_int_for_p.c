// %p takes a pointer to void (7.21.6.1p8, p9).
int printf(const char *, ...);
int main(void) {
    int x = 0;
    printf("%p\n", &x); //~ format
    return 0;
}
