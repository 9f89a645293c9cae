// During the block that declares p, x is accessed by its name as well (6.7.3.1p4).
int main(void) {
    int x = 1;
    {
        int *restrict p = &x;
        *p = 2;
        x++; //~ restrict
    }
    return x;
}
