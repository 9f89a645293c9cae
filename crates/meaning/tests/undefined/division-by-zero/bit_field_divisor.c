// The stored 8 does not fit three bits and reads as 0 (6.3.1.3p2, 6.5.5p5).
struct small { unsigned n : 3; };
int main(void) {
    struct small s;
    s.n = 8;
    return 1 % s.n; //~ division-by-zero
}
