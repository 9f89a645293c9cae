// An object of type int * is set through an lvalue of type void * (6.5p7).
static void clear(void **p) {
    *p = 0; //~ aliasing
}
int main(void) {
    int x = 1, *p = &x;
    clear((void **)&p);
    return p == 0;
}
