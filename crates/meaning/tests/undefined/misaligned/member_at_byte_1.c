// Wherever the structure stands: in one of two runs the member is not at a multiple of its alignment (6.3.2.3p7).
struct __attribute__((packed)) s { char before[1]; short small; int n; };
static int value(int *p, short *small) {
    return *small + *p; //~ misaligned
}
int main(void) {
    struct s s = {{1}, 2, 3};
    return value(&s.n, &s.small) != 5;
}
