int a = b; //~ undeclared
int c(void) { return d + e(1); } //~ undeclared
f g; //~ syntax
struct s { h i; }; //~ syntax
int j(k l); //~ syntax
typedef m n; //~ syntax
