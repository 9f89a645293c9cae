// The value of a pointer to freed memory is indeterminate; comparing it is undefined (6.2.4p2, 7.22.3).
void *malloc(__SIZE_TYPE__);
void free(void *);
int main(void) {
    int *p = malloc(4), *q = malloc(4);
    free(p);
    int same = p == q; //~ use-after-free
    free(q);
    return same;
}
