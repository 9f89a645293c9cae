// The second example of footnote 84: a[i++] = i (6.5p2).
int main(void) {
    int a[3] = { 0 }, i = 0;
    a[i++] = i; //~ unsequenced
    return a[0];
}
