// 32768 does not fit short (6.3.1.4p1).
int main(void) {
    long double x = 32768.25L;
    short s = (short)x; //~ float-conversion
    return s == 0;
}
