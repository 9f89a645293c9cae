// dialect: gnu
// An `int` of a structure in the other storage order is read as an ordinary one. GCC's manual: accesses "through distinct
// types that assign a different storage order" are undefined.
struct __attribute__((scalar_storage_order("big-endian"))) big { int i; };

int main(void) {
    struct big object = { 1 };
    int *p = (int *)&object;
    return *p; //~ aliasing
}
