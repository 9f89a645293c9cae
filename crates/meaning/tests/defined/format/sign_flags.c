// The flags + and space with d, # with x and o, 0 with f (7.21.6.1p6).
int printf(const char *, ...);
int main(void) {
    printf("%+d % d %#x %#o %08.3f\n", 5, 5, 255u, 8u, -1.5);
    return 0;
}
