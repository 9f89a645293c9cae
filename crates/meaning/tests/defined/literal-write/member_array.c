// A member array is initialised with a copy of the literal.
int printf(const char *, ...);
struct s { char name[8]; };
int main(void) {
    struct s s = { "name" };
    s.name[4] = 's';
    printf("%s\n", s.name);
    return 0;
}
