int f(int x, const int y) {
    asm("" : "r"(x)); //~ bad-asm
    asm("" : "=r"(x + 1)); //~ bad-asm
    asm("" : "=r"(y)); //~ read-only
    asm("" : : "=r"(x)); //~ bad-asm
    asm("" : : "0"(x)); //~ bad-asm
    asm("" : "=0"(x)); //~ bad-asm
    asm("" : : "\n"(x)); //~ bad-asm
    asm("" : : "%r"(x)); //~ bad-asm
    asm("" : "+r+"(x)); //~ bad-asm
    return x;
}
