_Static_assert(1, "yes");
_Static_assert(sizeof(char) == 1 && -1 < 0, "facts");
struct s { _Static_assert(1, "in a structure"); int x; };
int f(void) { _Static_assert(_Generic(1.0f, float: 1, default: 0), "types"); return 1; }
_Static_assert((unsigned char)257 == 1 && 7 / -2 == -3 && 7 % -2 == 1, "arithmetic");
_Static_assert((1u << 31) >> 31 == 1 && (signed char)-1 >> 1 == -1 && ~0u > 0, "bits");
