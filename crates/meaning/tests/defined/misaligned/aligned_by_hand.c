// Who has looked at an address may go to a place in the object that is better aligned than the object.
int printf(const char *, ...);
static char buffer[64];
static void *next_multiple(char *p, unsigned long align) {
    return p + (-(unsigned long)p & (align - 1));
}
int main(void) {
    char local[15];
    int *in_static = next_multiple(buffer + 1, sizeof(int));
    double *in_local = next_multiple(local, sizeof(double));
    printf("%d %d\n", (char *)in_static < buffer + 5, (char *)in_local < local + 8);
    return 0;
}
