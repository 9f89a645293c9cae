// An element of an array that is a member of a union may be read after any member was stored, not after anything else (6.5p7).
void *malloc(__SIZE_TYPE__);
union pair { int halves[2]; double whole; };
int main(void) {
    union pair *pair = malloc(sizeof *pair);
    if (!pair) return 0;
    *(long *)pair = 1;
    return pair->halves[1]; //~ aliasing
}
