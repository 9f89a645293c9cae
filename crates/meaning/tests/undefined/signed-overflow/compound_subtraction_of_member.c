// s.low -= 1 is s.low = s.low - 1, computed in int, and goes below INT_MIN (6.5.16.2p3, 6.5p5).
struct range { int low, high; };
int main(void) {
    struct range s = { -2147483647 - 1, 0 };
    s.low -= 1; //~ signed-overflow
    return 0;
}
