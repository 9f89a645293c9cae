// Offset 4 of a block from malloc is aligned for int but not for long (6.3.2.3p7).
void *malloc(__SIZE_TYPE__);
static long *at(char *block, int offset) {
    return (long *)(block + offset); //~ misaligned
}
int main(void) {
    char *block = malloc(32);
    if (!block) return 0;
    *at(block, 8) = 1;
    return at(block, 4) == 0;
}
