// The function that must not be called is called through a table (GNU C; 4p2).
static int never(void) {
    __builtin_unreachable(); //~ unreachable
}
static int zero(void) { return 0; }
int main(void) {
    int (*table[2])(void) = { zero, never };
    return table[0]() + table[1]();
}
