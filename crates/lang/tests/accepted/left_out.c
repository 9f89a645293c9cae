// What GCC lets programs leave out: `int`, and the semicolon behind the last member.
long f(char *s) { return *(const *)s + sizeof(volatile *); }
struct s {
    struct { int a; }
};
int *g(struct s *p) { return &p->a; }
union { int x; char } u;
