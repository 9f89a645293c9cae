// The size of a variable length array shall be greater than zero (6.7.6.2p5).
int main(void) {
    int n = 0;
    int a[n]; //~ vla-size
    return sizeof a != 0;
}
