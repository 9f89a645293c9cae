// The name of the type lowers the alignment of the object, so nothing makes a pointer to the plain type aligned (6.3.2.3p7).
typedef int anywhere __attribute__((aligned(1)));
int main(void) {
    anywhere x = 3;
    int *p = &x;
    return *p - 3; //~ misaligned
}
