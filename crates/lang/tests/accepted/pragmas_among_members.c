struct outer {
    char a[3];
#pragma pack(1)
    struct inner { char b; int c; } d;
#pragma pack()
    int e;
};
_Static_assert(sizeof(struct inner) == 5 && sizeof(struct outer) == 12, "");
struct last {
    int a, b;
#pragma GCC diagnostic push
};
union empty {
#pragma GCC diagnostic pop
};
int size = sizeof(struct { _Pragma("pack(push, 1)") struct { char a; long b; } c; _Pragma("pack(pop)") });
struct with_types_among_members {
    enum among { among_first, among_second };
    struct { enum among used; } a;
#pragma pack(1)
    struct packed_among { char c; int i; };
#pragma pack()
    struct packed_among b;
};
_Static_assert(sizeof(struct packed_among) == 5, "");
