// The example of 6.8.4.2p7: i exists in the block of the switch but its initialiser is never reached.
int printf(const char *, ...);
int main(void) {
    int expr = 1;
    switch (expr) {
        int i = 4;
    case 0:
        i = 17;
    default:
        printf("%d\n", i); //~ uninitialized
    }
    return 0;
}
