// Adjacent bit-fields are different objects, though they may share a memory location (3.14p1).
int printf(const char *, ...);
struct s { unsigned a : 4, b : 4; };
int main(void) {
    struct s s = { 1, 2 };
    int sum = s.a++ + s.b++;
    printf("%d %d %d\n", sum, s.a, s.b);
    return 0;
}
