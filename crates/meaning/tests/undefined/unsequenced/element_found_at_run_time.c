// Only when i equals j do both operands change the same element (6.5p2).
static int both(int *a, int i, int j) {
    return a[i]++ + a[j]--; //~ unsequenced
}
int main(void) {
    int a[2] = { 1, 2 };
    return both(a, 0, 1) + both(a, 1, 1);
}
