// The integral part of 3e9 does not fit int (6.3.1.4p1).
int main(void) {
    double d = 3e9;
    return (int)d == 0; //~ float-conversion
}
