struct a;
struct a *b;
struct a { int x; struct a *next; struct c { int y; } c; };
struct c d = {1};
union e { struct { int f; }; int g; };
int h(void) {
    struct a { char z; };
    struct c;
    struct c { long y; } i = {2};
    union e j = {.f = 3};
    return sizeof(struct a) + i.y + j.g;
}
enum k { K, L = K + 3 } m = L;
enum k n(enum k);
