// The conversion itself is undefined when the result is not aligned for int (6.3.2.3p7).
int main(void) {
    _Alignas(8) char buffer[16] = { 0 };
    int *p = (int *)(buffer + 1); //~ misaligned
    return p == 0;
}
