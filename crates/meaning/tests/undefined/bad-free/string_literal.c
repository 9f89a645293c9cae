// A string literal is not allocated (7.22.3.3p2).
void free(void *);
int main(void) {
    char *name = "name";
    free(name); //~ bad-free
    return 0;
}
