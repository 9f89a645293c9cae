// Memory from alloca is not from a memory management function (7.22.3.3p2).
void free(void *);
int main(void) {
    char *p = __builtin_alloca(16);
    p[0] = 1;
    free(p); //~ bad-free
    return 0;
}
