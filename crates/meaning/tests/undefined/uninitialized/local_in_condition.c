// A local that was never given a value decides a branch (6.3.2.1p2).
int main(void) {
    int x;
    if (x > 0) //~ uninitialized
        return 1;
    return 0;
}
