// A small number replaces both halves of a wide integer (6.3.1.4p1).
int printf(const char *, ...);
static void show(__int128 value) {
    printf("%llx %llx\n", (unsigned long long)(value >> 64), (unsigned long long)value);
}
int main(void) {
    double small = 442.9, negative = -3.5;
    __int128 value = (__int128)2 << 64;
    show(value = small);
    show(value = negative);
    return 0;
}
