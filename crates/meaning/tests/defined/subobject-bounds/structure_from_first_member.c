// A pointer to the first member, converted, points to the structure (6.7.2.1p15).
int printf(const char *, ...);
struct head { int tag; };
struct full { struct head head; int value; };
static int value_of(struct head *h) {
    return ((struct full *)h)->value;
}
int main(void) {
    struct full f = { { 1 }, 42 };
    printf("%d\n", value_of(&f.head));
    return 0;
}
