// Two side effects on i in the operands of + (6.5p2).
int main(void) {
    int i = 1;
    int sum = i++ + i++; //~ unsequenced
    return sum;
}
