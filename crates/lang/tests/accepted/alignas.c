_Alignas(0) int a;
_Alignas(1) _Alignas(16) int b;
_Alignas(double) char c[sizeof(double)];
_Alignas(1) struct { char c; } d;
struct s { _Alignas(8) int e; char f; };
typedef int g __attribute__((aligned(1)));
_Alignas(1) g h;
int *i = &(_Alignas(8) int){1};
_Static_assert(_Alignof(struct s) == 8 && __alignof__(b) == 16 && _Alignof(g) == 1, "alignments");
