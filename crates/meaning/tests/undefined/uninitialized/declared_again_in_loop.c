// Each time the declaration is reached the value becomes indeterminate again (6.2.4p6).
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 5;
        sum += x; //~ uninitialized
    }
    return sum;
}
