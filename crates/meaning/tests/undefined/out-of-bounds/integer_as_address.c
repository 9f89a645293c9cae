// An address that an integer gives belongs to no object, however small it is; it is not a null pointer (6.3.2.3p5).
struct device { int status; int data; };
int main(void) {
    struct device *device = (struct device *)(__UINTPTR_TYPE__)64;
    return device->data; //~ out-of-bounds
}
