// A pointer one past the end cannot be incremented (6.5.6p8).
void *malloc(__SIZE_TYPE__);
int main(void) {
    char *p = malloc(2);
    if (!p) return 0;
    for (int i = 0; i < 3; i++)
        p++; //~ pointer-arithmetic
    return 0;
}
