// The value goes through an object of its own.
int printf(const char *, ...);
int main(void) {
    union { int i; long l; } u;
    u.i = 5;
    int held = u.i;
    u.l = held;
    printf("%ld\n", u.l);
    return 0;
}
