// The conditional operator sequences its own operands, not those of the + around it (6.5p2).
int main(void) {
    int i = 1;
    return (i > 0 ? i++ : 0) + i; //~ unsequenced
}
