// free does nothing with a null pointer (7.22.3.3p2).
int printf(const char *, ...);
void free(void *);
int main(void) {
    int *p = 0;
    free(p);
    printf("done\n");
    return 0;
}
