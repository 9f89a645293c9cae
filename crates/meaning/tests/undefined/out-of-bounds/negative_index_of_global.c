// An element before the first (6.5.6p8).
static int before, table[3], after;
int main(void) {
    int i = -1;
    table[i] = 1; //~ out-of-bounds
    return before + after;
}
