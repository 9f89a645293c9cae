// The argument is zero in its own type, although it came from a larger one (GNU C; 4p2).
int main(void) {
    __int128 x = (__int128)1 << 64;
    return __builtin_ctzll((unsigned long long)x); //~ builtin-argument
}
