// The pointer is back at the start of the block.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    char *p = malloc(4);
    if (!p) return 1;
    for (int i = 0; i < 4; i++)
        *p++ = 'a' + i;
    p -= 4;
    printf("%c%c\n", p[0], p[3]);
    free(p);
    return 0;
}
