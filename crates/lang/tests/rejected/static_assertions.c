int n;
_Static_assert(0, "no"); //~ static-assertion
_Static_assert(sizeof(int) == 1, "size"); //~ static-assertion
_Static_assert(n, "not a constant"); //~ not-constant
_Static_assert(1.5, "not an integer"); //~ static-assertion
struct s { _Static_assert(1 > 2, "in a structure"); int x; }; //~ static-assertion
void f(void) { _Static_assert(0, "in a block"); } //~ static-assertion
