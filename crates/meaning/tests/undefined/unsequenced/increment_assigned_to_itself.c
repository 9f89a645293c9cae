// The side effects of ++ and of = on i are unsequenced (6.5p2).
int main(void) {
    int i = 1;
    i = i++; //~ unsequenced
    return i;
}
