int x, y;
int a = x; //~ bad-initializer
char b = (char)&x; //~ bad-initializer
char c[] = {[1] = "ab"}; //~ bad-initializer
long d = &x - &y; //~ bad-initializer
void f(void) {
    int z = 1;
    static int *p = &z; //~ bad-initializer
    int nested(void) { return z; }
    static int (*q)(void) = nested; //~ bad-initializer
}
const int itself = itself; //~ bad-initializer
double of_itself = (double)itself; //~ bad-initializer
