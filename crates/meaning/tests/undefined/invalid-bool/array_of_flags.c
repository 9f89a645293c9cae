// One of the flags was set as a char (6.2.6.1p5).
static int count(const _Bool *flags, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        if (!flags[i]) //~ invalid-bool
            total++;
    return total;
}
int main(void) {
    _Bool flags[3] = { 0, 1, 0 };
    ((char *)flags)[2] = 3;
    return count(flags, 3);
}
