// The size comes from the caller (6.7.6.2p5).
static int use(int n) {
    char buffer[n]; //~ vla-size
    buffer[0] = 1;
    return buffer[0];
}
int main(void) {
    return use(4) + use(-1);
}
