// free of a null pointer does nothing (7.22.3.3p2).
int printf(const char *, ...);
void free(void *);
int main(void) {
    free(0);
    printf("ok\n");
    return 0;
}
