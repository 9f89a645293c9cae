// A pointer to short that is not aligned for a structure with an int member (6.3.2.3p7).
struct s { int a; };
int main(void) {
    _Alignas(8) short x[4] = { 0 };
    short *half = x + 1;
    struct s *p = (struct s *)half; //~ misaligned
    return p == 0;
}
