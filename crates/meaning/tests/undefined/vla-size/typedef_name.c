// The size is evaluated where the typedef is reached (6.7.8p3, 6.7.6.2p5).
int main(void) {
    int n = 1;
    n--;
    typedef short row[n]; //~ vla-size
    return sizeof(row) != 0;
}
