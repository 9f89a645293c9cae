// The right operand *p does not designate an object (6.3.2.1p1).
struct s { int a, b; };
int main(void) {
    struct s *p = 0;
    struct s copy = *p; //~ null-pointer
    return copy.a;
}
