// A pointer to a member that is no array behaves like one to an array of one element (6.5.6p7, 6.5.6p8).
struct pair { int first, second; };
static int after(int *p) {
    p++;
    return *p; //~ subobject-bounds
}
int main(void) {
    struct pair s = { 1, 2 };
    return after(&s.first);
}
