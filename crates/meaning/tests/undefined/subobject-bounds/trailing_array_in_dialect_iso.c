// dialect: iso
// An array of one element at the end of a structure has one element (6.5.6p8); GCC and Clang take it as flexible.
void *malloc(__SIZE_TYPE__);
struct list { int n; int items[1]; };
int main(void) {
    struct list *p = malloc(sizeof *p + 3 * sizeof(int));
    if (!p) return 0;
    p->items[0] = 1;
    p->items[2] = 3; //~ subobject-bounds
    return 0;
}
