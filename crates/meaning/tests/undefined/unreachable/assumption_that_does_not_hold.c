// An assumption as macros often write it (GNU C; 4p2).
static int half(const int *p) {
    do { if (!(*p % 2 == 0)) __builtin_unreachable(); } while (0); //~ unreachable
    return *p / 2;
}
int main(void) {
    int even = 4, odd = 5;
    return half(&even) + half(&odd);
}
