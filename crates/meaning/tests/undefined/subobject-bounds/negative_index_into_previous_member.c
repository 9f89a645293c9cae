// Index -1 of the second member is in the first (6.5.6p8).
struct s { int head; int body[2]; };
int main(void) {
    struct s s = { 1, { 2, 3 } };
    int i = -1;
    s.body[i] = 4; //~ subobject-bounds
    return s.head;
}
