// ++ of an int at its largest value, through a pointer (6.5.3.1p2, 6.5p5).
static int counter = 2147483646;
int main(void) {
    int *p = &counter;
    ++*p;
    ++*p; //~ signed-overflow
    return 0;
}
