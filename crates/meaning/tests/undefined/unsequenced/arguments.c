// The order of arguments is not specified, and nothing sequences them (6.5p2, 6.5.2.2p10).
static int second(int a, int b) {
    return a * 0 + b;
}
int main(void) {
    int i = 1;
    return second(i++, i); //~ unsequenced
}
