// An assumption macro as it is often written (GNU C; 4p2).
#define ASSUME(c) do { if (!(c)) __builtin_unreachable(); } while (0)
static int half(const int *p) {
    ASSUME(*p % 2 == 0); //~ unreachable
    return *p / 2;
}
int main(void) {
    int even = 4, odd = 5;
    return half(&even) + half(&odd);
}
