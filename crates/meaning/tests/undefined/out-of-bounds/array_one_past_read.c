// a[4] is one past the last of four elements (6.5.6p8).
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    int i = 4;
    return a[i]; //~ out-of-bounds
}
