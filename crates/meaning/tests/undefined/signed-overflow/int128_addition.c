// The largest __int128 plus 1 (6.5p5; GCC and Clang have __int128 as an ordinary signed type).
int main(void) {
    __int128 x = ((__int128)1 << 126) - 1 + ((__int128)1 << 126);
    x = x + 1; //~ signed-overflow
    return x == 0;
}
