// The mere value of the pointer is indeterminate after the lifetime has ended (6.2.4p2, J.2).
int main(void) {
    int other = 0, *p, *q = &other;
    {
        int x = 1;
        p = &x;
    }
    return p == q; //~ dangling-pointer
}
