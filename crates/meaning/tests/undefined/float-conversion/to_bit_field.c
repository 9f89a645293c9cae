// A bit-field has a type of its own width (6.7.2.1p10), and the value has to fit that (6.3.1.4p1).
struct s {
    short narrow : 9;
};
int main(void) {
    struct s s = { 0 };
    double d = 344.8;
    s.narrow = d; //~ float-conversion
    return s.narrow == 0;
}
