// __builtin_unreachable is reached (GNU C; 4p2).
int main(void) {
    int n = 1;
    if (n)
        __builtin_unreachable(); //~ unreachable
    return 0;
}
