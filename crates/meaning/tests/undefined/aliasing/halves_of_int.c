// An int is read as two shorts (6.5p7).
int main(void) {
    int x = 0x00010002;
    short *half = (short *)&x;
    return half[0] + half[1]; //~ aliasing
}
