_Thread_local int a = 1;
static __thread int b;
extern _Thread_local int c;
_Atomic int d;
int f(void) {
    static _Thread_local int e;
    d += a + b + c + e;
    d++;
    int *p = &a;
    return d + *p;
}
