// The pointer was never returned by a memory management function (7.22.3.3p2).
void free(void *);
int main(void) {
    int x = 0;
    int *p = &x;
    free(p); //~ bad-free
    return 0;
}
