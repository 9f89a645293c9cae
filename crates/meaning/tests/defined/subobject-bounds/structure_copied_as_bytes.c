// memcpy of a whole structure goes over its members.
int printf(const char *, ...);
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
struct s { int a[2], b; };
int main(void) {
    struct s s = { { 1, 2 }, 3 }, t;
    memcpy(&t, &s, sizeof t);
    printf("%d %d %d\n", t.a[0], t.a[1], t.b);
    return 0;
}
