void *malloc(unsigned long);
int main(void) {
    char *p = malloc(4), *q = malloc(4);
    return (unsigned long)p < (unsigned long)q;
}
