// A short was stored, through a function; the union that is copied has none (6.5p6, 6.5p7).
void *malloc(__SIZE_TYPE__);
union number { int i; float f; };
static void set(void *p) { *(short *)p = 1; }
static void copy(union number *to, const union number *from) {
    *to = *from; //~ aliasing
}
int main(void) {
    union number *number = malloc(sizeof *number), other;
    if (!number) return 0;
    number->i = 0;
    set(number);
    copy(&other, number);
    return other.i;
}
