char text[8];
int main(void) {
    unsigned long n = 0x8000000000000000;
    char *p = text + 4;
    p += n + 1; //~ pointer-arithmetic
    return p == text;
}
