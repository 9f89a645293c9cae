// The elements of a const array are const (6.7.3p9, 6.7.3p6).
static const short table[3] = { 1, 2, 3 };
static void clear(short *p, int n) {
    while (n-- > 0)
        p[n] = 0; //~ const-write
}
int main(void) {
    clear((short *)table, 3);
    return 0;
}
