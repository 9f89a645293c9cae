// A 5-bit field is promoted to int, which has 32 bits (6.3.1.1p2, 6.5.7p3).
struct s { unsigned value : 5; };
int main(void) {
    struct s s = { 1 };
    int count = 32;
    return (s.value << count) != 0; //~ shift-count
}
