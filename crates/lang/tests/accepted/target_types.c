//@ -m32
_Static_assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long long) == 8 && sizeof(long double) == 12, "i386");
struct s { char a; double b; };
_Static_assert(sizeof(struct s) == 12 && _Alignof(double) == 4 && __alignof__(double) == 8, "alignment");
