// The mask keeps the count in range.
int printf(const char *, ...);
int main(void) {
    unsigned x = 0x80000001u, by = 33;
    printf("%u\n", (x << (by & 31)) | (x >> (-by & 31)));
    return 0;
}
