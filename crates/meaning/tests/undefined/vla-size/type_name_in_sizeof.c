// The size expression in the type name is evaluated (6.5.3.4p2, 6.7.6.2p5).
int main(void) {
    int n = -3;
    return sizeof(int[n]) == 0; //~ vla-size
}
