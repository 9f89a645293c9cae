// The member of a packed structure is fine by its name; through a pointer to int it is misaligned (6.5.3.2p4).
struct __attribute__((packed)) record { char tag; int value; };
static int load(const int *p) {
    return *p; //~ misaligned
}
int main(void) {
    _Alignas(8) struct record r = { 1, 2 };
    return load(&r.value);
}
