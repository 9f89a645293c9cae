// Reading x is enough; its address is never taken, so it could have been declared register (6.3.2.1p2).
int main(void) {
    int x;
    int y = x; //~ uninitialized
    (void)&y;
    return 0;
}
