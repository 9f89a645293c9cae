// There is more of the object behind the inner array, but no row of it (6.5.6p8).
static int a[2][3][4];
int main(void) {
    int *end = &a[0][3][0]; //~ subobject-bounds
    return end == 0;
}
