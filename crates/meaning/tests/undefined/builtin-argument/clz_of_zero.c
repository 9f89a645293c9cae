// The result of __builtin_clz(0) is undefined (GNU C; 4p2).
int main(void) {
    unsigned x = 0;
    return __builtin_clz(x) == 32; //~ builtin-argument
}
