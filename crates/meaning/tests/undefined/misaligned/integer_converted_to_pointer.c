// The pointer made from an integer is not aligned for what it is used for (6.3.2.3p5, 6.5.3.2p4).
int main(void) {
    static _Alignas(8) int a[2] = { 1, 2 };
    __UINTPTR_TYPE__ address = (__UINTPTR_TYPE__)a;
    int *p = (int *)(address + 2);
    return *p; //~ misaligned
}
