// __builtin_offsetof is what the macro offsetof expands to: no object is needed (7.19p3).
int printf(const char *, ...);
struct s { char c; int i; char tail[4]; };
int main(void) {
    printf("%d %d\n", (int)__builtin_offsetof(struct s, i), (int)__builtin_offsetof(struct s, tail[2]));
    return 0;
}
