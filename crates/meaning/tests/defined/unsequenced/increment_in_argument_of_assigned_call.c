// i++ is sequenced before the call, the call before the store to i (6.5.2.2p10).
int printf(const char *, ...);
static int add_ten(int n) {
    return n + 10;
}
int main(void) {
    int i = 1;
    i = add_ten(i++);
    printf("%d\n", i);
    return 0;
}
