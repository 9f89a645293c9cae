// `*b` is an array of three elements, whatever is behind it.
static void set(int n, int (*b)[n]) {
    (*b)[n] = 1; //~ subobject-bounds
}

int main(void) {
    int a[20] = { 0 };
    set(3, (int (*)[3])&a);
    return 0;
}
