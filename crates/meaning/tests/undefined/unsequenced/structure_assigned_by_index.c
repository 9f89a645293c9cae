// The index changes the structure that is assigned (6.5.16p3: the evaluations of the operands are unsequenced).
struct s {
    int n;
};
int main(void) {
    struct s p = { 1 }, q = { 2 }, r[2];
    r[(p = q).n & 1] = p; //~ unsequenced
    return 0;
}
