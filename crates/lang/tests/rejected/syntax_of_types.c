struct; //~ syntax
int (a; //~ syntax
int *; //~ syntax
int b(int, ); //~ syntax
int c(, int); //~ syntax
int d(int x y); //~ syntax
enum { A, , B }; //~ syntax
_Alignas() int e; //~ syntax
typeof() f; //~ syntax
int g = (int)(; //~ syntax
