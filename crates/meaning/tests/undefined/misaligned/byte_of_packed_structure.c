// One of four neighbours has an address that is a multiple of 4, but nothing says which.
struct __attribute__((packed)) pair { char tag; unsigned numbers[4]; };
static unsigned at(char *bytes, int i) {
    return *(unsigned *)(bytes + i); //~ misaligned
}
int main(void) {
    struct pair pair = {1, {2, 3, 4, 5}};
    return at((char *)&pair, 3) != 0;
}
