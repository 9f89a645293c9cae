// The time that it is decides what is printed.
int printf(const char *, ...);
long time(long *);

int main(void) {
    printf("%ld\n", time(0) % 10);
    return 0;
}
