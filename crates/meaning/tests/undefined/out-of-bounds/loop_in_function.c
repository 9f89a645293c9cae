// The callee is told a length one too large (6.5.6p8).
static int sum(const int *values, int count) {
    int total = 0;
    for (int i = 0; i < count; i++)
        total += values[i]; //~ out-of-bounds
    return total;
}
int main(void) {
    int values[3] = { 1, 2, 3 };
    return sum(values, 4);
}
