// The argument is converted to the type of the parameter as if by assignment (6.5.2.2p7, 6.3.1.4p1).
static int low(signed char c) {
    return c;
}
int main(void) {
    float f = 200.0f;
    return low(f); //~ float-conversion
}
