// Assigning a bit-field of a character type to a character is no copy of its byte.
int printf(const char *, ...);
struct s {
    signed char a : 3;
    signed char b : 5;
    unsigned char c;
};
static struct s s = {1, -3, 9};
int main(void)
{
    signed char h = 0, *p = &h;
    *p = s.b;
    printf("%d\n", h);
    struct s t;
    t.a = 2;
    t.b = 4;
    *p = t.a;
    s.c = t.b;
    t.b = s.c;
    printf("%d %d %d\n", h, s.c, t.b);
    return 0;
}
