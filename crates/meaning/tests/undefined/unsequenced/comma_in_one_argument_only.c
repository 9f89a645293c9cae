// The comma operator orders the parts of the first argument, not the two arguments (6.5p2, 6.5.17p2).
static int add(int a, int b) {
    return a + b;
}
int main(void) {
    int i = 1;
    return add((i++, i), i); //~ unsequenced
}
