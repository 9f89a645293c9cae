// Memory from alloca is freed when its function returns, as GCC and Clang document (like 6.2.4p2).
static int *grab(void) {
    int *p = __builtin_alloca(4 * sizeof *p);
    p[0] = 1;
    return p;
}
int main(void) {
    return grab()[0]; //~ dangling-pointer
}
