// The byte 2 represents no value of _Bool (6.2.6.1p5); GCC and Clang assume 0 or 1.
int main(void) {
    _Bool b = 0;
    *(unsigned char *)&b = 2;
    if (b) //~ invalid-bool
        return 1;
    return 0;
}
