// An element of the array is compared with a parameter of the function (6.5.8p5).
static int deeper(int *outer, int local) {
    return &local < outer; //~ pointer-comparison
}
int main(void) {
    int a[2] = { 1, 2 };
    return deeper(a, 3);
}
