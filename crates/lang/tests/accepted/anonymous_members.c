struct s {
    int a;
    union { int b; struct { short c, d; }; };
    struct { int e; } f;
} x = {1, {.c = 2, .d = 3}, {4}}, y = {.d = 5};
int g(struct s *p) { return p->b + p->c + p->f.e; }
_Static_assert(__builtin_offsetof(struct s, d) == 6, "offset");
