int a;
long a; //~ redeclaration
extern int b[2];
int b[3]; //~ redeclaration
static int c;
int c; //~ redeclaration
extern int d;
static int d; //~ redeclaration
int e = 1, e = 2; //~ redeclaration
extern __thread int f;
int f; //~ redeclaration
int g;
_Thread_local int g; //~ redeclaration
static int h;
void i(void) {
    int h;
    { extern int h; } //~ redeclaration
    int j, j; //~ redeclaration
    enum { k, k }; //~ redeclaration
}
void l(int m, int m); //~ redeclaration
