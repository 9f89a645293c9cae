// A global array is not allocated (7.22.3.3p2).
void free(void *);
static int table[4];
static int *get(void) {
    return table;
}
int main(void) {
    free(get()); //~ bad-free
    return 0;
}
