// The left operand reads i, the right one changes it (6.5p2, 6.5.16p3).
int main(void) {
    int a[3] = { 0 }, i = 0;
    a[i] = i++; //~ unsequenced
    return a[0];
}
