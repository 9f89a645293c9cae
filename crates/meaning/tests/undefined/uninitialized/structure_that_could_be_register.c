// dialect: gnu
// A structure whose address is never taken could be declared `register`, and reading it is undefined in all dialects
// (C11 6.3.2.1p2).
int printf(const char *, ...);

int main(void)
{
    struct { int a, b; } s;
    s.a = 1;
    printf("%d\n", s.b & 0); //~ uninitialized
    return 0;
}
