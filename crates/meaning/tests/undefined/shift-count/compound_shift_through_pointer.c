// *p >>= 8 of an unsigned char is a shift of int and fine; a count of 33 is not (6.5.16.2p3, 6.5.7p3).
static void shift_right(unsigned char *p, int by) {
    *p >>= by; //~ shift-count
}
int main(void) {
    unsigned char c = 255;
    shift_right(&c, 8);
    shift_right(&c, 33);
    return 0;
}
