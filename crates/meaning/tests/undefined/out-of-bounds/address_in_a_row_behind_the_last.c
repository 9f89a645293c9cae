// &a[3] points one past the end; a[3][0] is an element of what it points to, which must not be followed (6.5.6p8).
static int a[3][5];
static int *end(int n) {
    return &a[n][0]; //~ out-of-bounds
}
int main(void) {
    return a[0] == end(3);
}
