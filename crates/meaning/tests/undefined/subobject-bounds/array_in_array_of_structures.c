// Index 2 is beyond the array, in the rest of the same element (6.5.6p8).
struct cell { short v[2]; short used; };
static struct cell cells[3];
static void set(struct cell *c, int i) {
    c->v[i] = 1; //~ subobject-bounds
}
int main(void) {
    set(&cells[0], 1);
    set(&cells[0], 2);
    return 0;
}
