// As in an assignment, a floating value has to fit the width of the bit-field that it initialises (6.7.9p11, 6.3.1.4p1).
int main(void) {
    double d = -1.0;
    struct {
        unsigned narrow : 3;
    } s = { d }; //~ float-conversion
    return s.narrow;
}
