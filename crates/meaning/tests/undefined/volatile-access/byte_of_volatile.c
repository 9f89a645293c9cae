// A character lvalue may alias anything, but it is not volatile (6.7.3p6).
int main(void) {
    volatile long x = 7;
    unsigned char *bytes = (unsigned char *)&x;
    return bytes[0]; //~ volatile-access
}
