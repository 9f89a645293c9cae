#pragma pack(push, 1)
struct a { char b; int c; };
#pragma pack(pop)
#pragma GCC diagnostic push
struct d { char e; int f; };
_Static_assert(sizeof(struct a) == 5 && sizeof(struct d) == 8, "sizes");
int g(int n) {
    int sum = 0;
#pragma GCC unroll 4
    for (int i = 0; i < n; i++) sum += i;
#pragma GCC ivdep
    while (n--) sum--;
    return sum;
}
