// The structure has three bytes: its initialiser does not make room for all of the type of the bit-field (6.5.6p8).
static struct __attribute__((packed)) {
    short array[1];
    short narrow : 5;
} s = { { 1 }, 2 };
int main(void) {
    short *p = s.array;
    return p[1]; //~ out-of-bounds
}
