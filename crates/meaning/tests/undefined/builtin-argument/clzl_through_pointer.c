// The long form, with a zero found in memory (GNU C; 4p2).
static int log2_of(const unsigned long *p) {
    return 63 - __builtin_clzl(*p); //~ builtin-argument
}
int main(void) {
    unsigned long powers[2] = { 1024, 0 };
    return log2_of(&powers[0]) + log2_of(&powers[1]);
}
