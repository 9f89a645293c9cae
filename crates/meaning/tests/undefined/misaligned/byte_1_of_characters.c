// At byte 1 or at byte 3 the address is a multiple of 4, by chance: an array of char promises nothing (6.3.2.3p7).
static char buffer[16];
static int *in(char *bytes) {
    return (int *)bytes; //~ misaligned
}
int main(void) {
    return in(buffer + 1) == 0;
}
