// Both pointers point to the same block (7.22.3.3p2).
void *malloc(__SIZE_TYPE__);
void free(void *);
struct view { char *text; };
int main(void) {
    struct view a, b;
    a.text = malloc(4);
    b = a;
    free(a.text);
    free(b.text); //~ double-free
    return 0;
}
