// An infinity fits no integer type (6.3.1.4p1 speaks of finite values only; 4p2).
static long truncate(double d) {
    return (long)d; //~ float-conversion
}
int main(void) {
    double zero = 0.0;
    return truncate(1 / zero) == 0;
}
