// dialect: gnu
// A bit-field of more than 64 bits compares by its value.
int printf(const char *, ...);
struct wide { __int128 y : 66; };

int main(void) {
    struct wide a = { (__int128)1 << 64 }, b = { -1 };
    printf("%d %d %d\n", a.y == (__int128)1 << 64, b.y == -1, b.y < a.y);
    return 0;
}
