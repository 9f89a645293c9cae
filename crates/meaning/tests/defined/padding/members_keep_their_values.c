int printf(const char *, ...);
void *memset(void *, int, unsigned long);
struct s { char c; int i; short h; unsigned b : 3; unsigned : 2; unsigned d : 7; };
union u { struct { int tag; } a; struct { int tag, value; } b; unsigned char bytes[8]; };
int main(void) {
    struct s s;
    memset(&s, 0, sizeof s);
    s.c = 1;
    s.b = 5;
    printf("%d %d %d %d %d\n", s.c, s.i, s.h, s.b, s.d);
    union u u;
    u.b.value = 9;
    u.a.tag = 2;
    u.bytes[0] = 3;
    printf("%d %d\n", u.b.tag, u.b.value);
    return 0;
}
