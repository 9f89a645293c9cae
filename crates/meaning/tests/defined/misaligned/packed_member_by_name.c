// Access to the member of a packed structure by its name: GCC and Clang document the attribute and know the alignment.
int printf(const char *, ...);
struct __attribute__((packed)) record { char tag; int value; short tail; };
int main(void) {
    struct record r = { 1, 2, 3 };
    struct record *p = &r;
    p->value += 40;
    printf("%d %d %d\n", p->value, p->tail, (int)sizeof r);
    return 0;
}
