// dialect: gnu
// GCC: accessing elements of arrays of length 0 that are no members at the end of structures is undefined.
static int one = 1;
int main(void) {
    int (*none)[0] = (int (*)[0])&one;
    return (*none)[0]; //~ subobject-bounds
}
