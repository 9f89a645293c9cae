// An object defined const is modified through an lvalue that is not (6.7.3p6).
int main(void) {
    const int x = 1;
    int *p = (int *)&x;
    *p = 2; //~ const-write
    return 0;
}
