int main(void) {
    int a[4] = { 0 };
    __int128 n = (__int128)1 << 64;
    return *(a + n); //~ pointer-arithmetic
}
