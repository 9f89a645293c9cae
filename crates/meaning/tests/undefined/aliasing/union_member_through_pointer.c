// Punning is for accesses through the union; a bare pointer follows the strict rule (6.5p7, GCC on -fstrict-aliasing).
int main(void) {
    union { int i; float f; } u;
    u.f = 3.0f;
    int *p = &u.i;
    return *p == 3; //~ aliasing
}
