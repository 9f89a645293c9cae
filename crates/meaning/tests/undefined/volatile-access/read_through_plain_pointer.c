// An object defined volatile is read through an lvalue that is not (6.7.3p6).
int main(void) {
    volatile int x = 1;
    int *p = (int *)&x;
    return *p; //~ volatile-access
}
