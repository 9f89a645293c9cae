int a, a, a = 1;
extern int b[];
int b[3];
extern int b[];
static int c;
extern int c;
extern _Thread_local int d;
__thread int d;
int e[];
int f(void) {
    extern int a, g;
    int a_too = a;
    { int a = 2; a_too += a; }
    return a_too + g;
}
int g = 3;
void h(void) { extern int e[1]; (void)e; }
