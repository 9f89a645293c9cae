// The first example of footnote 84: i = ++i + 1 (6.5p2).
int main(void) {
    int i = 1;
    i = ++i + 1; //~ unsequenced
    return i;
}
