// A typedef with the attribute aligned(1) has alignment 1, as GCC and Clang document; may_alias allows the bytes.
int printf(const char *, ...);
typedef int __attribute__((aligned(1), may_alias)) loose_int;
int main(void) {
    _Alignas(8) unsigned char buffer[8] = { 0 };
    loose_int *p = (loose_int *)(buffer + 1);
    *p = 0x01010101;
    printf("%d %d %d\n", buffer[0], buffer[4], buffer[5]);
    return 0;
}
