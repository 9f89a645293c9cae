// < compares pointers into one object only (6.5.8p5).
int main(void) {
    int a = 0, b = 0;
    return &a < &b; //~ pointer-comparison
}
