// The value is read from an overlapping object of an incompatible type (6.5.16.1p3).
int main(void) {
    union { int i; long l; } u;
    u.i = 5;
    u.l = u.i; //~ overlap
    return 0;
}
