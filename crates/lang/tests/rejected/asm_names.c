int f(int x) {
    asm("%[none]" : "=r"(x)); //~ bad-asm
    asm("%l[none]" : : "r"(x)); //~ bad-asm
    asm("" : [a] "=r"(x) : [a] "r"(x)); //~ bad-asm
    asm("" : [a] "=r"(x) : "[b]"(x)); //~ bad-asm
    return x;
}
