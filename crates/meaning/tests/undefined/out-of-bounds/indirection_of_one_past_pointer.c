// The pointer one past the end may be formed but not used with * (6.5.6p8).
int main(void) {
    int a[2] = { 1, 2 };
    int *end = a + 2;
    return *end; //~ out-of-bounds
}
