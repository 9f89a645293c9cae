// A typedef is another name for the same type (6.7.8p3).
int printf(const char *, ...);
typedef int number;
typedef number function(number);
static int same(int n) {
    return n;
}
int main(void) {
    function *f = &same;
    printf("%d\n", (*f)(7));
    return 0;
}
