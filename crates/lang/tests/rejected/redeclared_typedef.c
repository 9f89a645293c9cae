typedef int a;
typedef long a; //~ redeclaration
enum e { E };
typedef enum e b;
typedef unsigned b; //~ redeclaration
typedef int c[];
typedef int c[2]; //~ redeclaration
void f(int n) {
    typedef int d[n];
    typedef int d[n]; //~ redeclaration
    typedef int g;
    int g; //~ redeclaration
}
