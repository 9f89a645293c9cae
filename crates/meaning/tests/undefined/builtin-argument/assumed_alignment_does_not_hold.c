// The pointer is not aligned as __builtin_assume_aligned was told (GNU C; 4p2).
int main(void) {
    static _Alignas(16) char buffer[32];
    char *p = __builtin_assume_aligned(buffer + 4, 8); //~ builtin-argument
    return p == 0;
}
