// dialect: gnu
// An element of a vector is no better aligned than the vector (GNU).
int printf(const char *, ...);
typedef long long v __attribute__((vector_size(16), may_alias));
typedef struct s { v b; } p __attribute__((aligned(1)));
struct __attribute__((packed)) t { char c; p s; };

static void set(p *q) { q->b[1] = 5; }

int main(void)
{
    struct t t;
    t.s.b = (v){ 3, 4 };
    set(&t.s);
    printf("%lld %lld\n", t.s.b[0], t.s.b[1]);
    return 0;
}
