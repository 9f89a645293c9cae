// >> has the same limit as << (6.5.7p3).
int main(void) {
    unsigned long bits = 1, count = 64;
    return (bits >> count) != 0; //~ shift-count
}
