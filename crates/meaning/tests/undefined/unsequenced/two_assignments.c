// Two assignments to x in the operands of + (6.5p2).
int main(void) {
    int x;
    int sum = (x = 1) + (x = 2); //~ unsequenced
    return sum;
}
