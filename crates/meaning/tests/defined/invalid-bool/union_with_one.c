// The byte 1 read as _Bool is true.
int printf(const char *, ...);
int main(void) {
    union { unsigned char c; _Bool b; } u;
    u.c = 1;
    printf("%d\n", u.b);
    return 0;
}
