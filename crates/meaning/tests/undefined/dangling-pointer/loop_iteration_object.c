// Each round of the loop body has an object of its own; the second round reads that of the first (6.2.4p6, 6.8.5p5).
int main(void) {
    int *last = 0, sum = 0;
    for (int i = 0; i < 2; i++) {
        int x = i + 1;
        if (i == 1)
            sum += *last; //~ dangling-pointer
        last = &x;
    }
    return sum;
}
