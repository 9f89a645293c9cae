// In C11 the store of ++i is not sequenced before the store of = (6.5p2, 6.5.16p3).
int main(void) {
    int i = 1;
    i = ++i; //~ unsequenced
    return i;
}
