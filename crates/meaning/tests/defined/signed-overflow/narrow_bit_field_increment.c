// A 4-bit field is promoted to int, 8 fits there, and the store converts it to 4 bits (6.3.1.1p2, 6.3.1.3p3).
int printf(const char *, ...);
struct nibble { signed int value : 4; };
int main(void) {
    struct nibble n = { 7 };
    n.value++;
    printf("%d\n", n.value);
    return 0;
}
