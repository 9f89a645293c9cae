_Alignas(1) int a; //~ bad-specifiers
_Alignas(char) double b[2]; //~ bad-specifiers
struct s { _Alignas(2) int c; _Alignas(8) int d : 3; }; //~ bad-specifiers
typedef _Alignas(8) int e; //~ bad-specifiers
_Alignas(8) void f(void); //~ bad-specifiers
void g(_Alignas(8) int h); //~ bad-specifiers
void i(void) { register _Alignas(8) int j; } //~ bad-specifiers
int k = sizeof(_Alignas(8) int); //~ bad-specifiers
_Alignas(3) int l; //~ bad-attribute bad-specifiers
_Alignas(k) int m; //~ bad-attribute
int *n = &(_Alignas(1) int){1}; //~ bad-specifiers
