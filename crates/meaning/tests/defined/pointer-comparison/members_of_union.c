// All pointers to members of one union compare equal (6.5.8p5).
int printf(const char *, ...);
union u { int a; int b; char c; };
int main(void) {
    union u u;
    printf("%d %d\n", &u.a <= &u.b, (char *)&u.a < &u.c);
    return 0;
}
