// dialect: iso
static _Alignas(8) char bytes[8] = { 1 };
int main(void) {
    int *p = (int *)bytes;
    return p[0]; //~ aliasing
}
