// The elements of a volatile array are volatile (6.7.3p9, 6.7.3p6).
static volatile short ring[4];
static short take(const short *p, int i) {
    return p[i]; //~ volatile-access
}
int main(void) {
    ring[1] = 5;
    return take((const short *)ring, 1);
}
