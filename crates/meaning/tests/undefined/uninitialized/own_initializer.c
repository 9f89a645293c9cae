// The scope of x begins before its initialiser, which reads it (6.2.1p7, 6.3.2.1p2).
int main(void) {
    int x = x + 1; //~ uninitialized
    return x;
}
