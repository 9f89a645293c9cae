// The call is sequenced, but its argument's side effect is not ordered with the read of i beside it (6.5p2).
static int same(int n) {
    return n;
}
int main(void) {
    int i = 1;
    return same(i++) + i; //~ unsequenced
}
