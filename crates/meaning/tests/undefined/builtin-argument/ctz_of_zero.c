// The result of __builtin_ctz(0) is undefined (GNU C; 4p2).
static int lowest(unsigned x) {
    return __builtin_ctz(x); //~ builtin-argument
}
int main(void) {
    return lowest(8) + lowest(0);
}
