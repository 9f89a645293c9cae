// A bit-field of 32 bits is promoted to int, and its increment overflows there (6.3.1.1p2, 6.5p5).
struct word { int value : 32; };
int main(void) {
    struct word w = { 2147483647 };
    w.value++; //~ signed-overflow
    return 0;
}
