// p and q point to the same object (6.5p2).
static int set(int *p, int *q) {
    return *p = (*q)++; //~ unsequenced
}
int main(void) {
    int x = 1, y = 2;
    set(&x, &y);
    return set(&x, &x);
}
