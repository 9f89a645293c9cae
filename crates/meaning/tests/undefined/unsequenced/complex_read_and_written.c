// Reading a complex number and assigning to it are not ordered (6.5p2).
int main(void) {
    double _Complex z = 2.0, w = 3.0;
    w = z * (z = w); //~ unsequenced
    return w == 0;
}
