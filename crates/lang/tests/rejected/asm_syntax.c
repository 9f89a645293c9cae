asm volatile(""); //~ syntax
asm("" : : ); //~ syntax
void f(void) {
    asm volatile volatile(""); //~ bad-asm
    asm goto("" : : : ); //~ syntax
    asm("" : : : : done); //~ syntax
    asm(L"nop"); //~ bad-asm
done:;
}
int named asm(L"name"); //~ bad-asm
