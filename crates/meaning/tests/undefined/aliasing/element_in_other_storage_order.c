// dialect: gnu
// flags: -fno-strict-aliasing
// A pointer to an array in the other storage order leads to ordinary elements: GCC's manual leaves undefined what they are.
struct __attribute__((scalar_storage_order("big-endian"))) big { int a[2]; };

static int sum(const int *p) {
    return p[0] + p[1]; //~ aliasing
}

int main(void) {
    struct big object = { { 1, 2 } };
    return sum(object.a);
}
