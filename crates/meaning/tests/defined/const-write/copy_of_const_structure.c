// The example of 6.7.3p12: ncs = cs is valid, and the copy is modifiable.
int printf(const char *, ...);
const struct s { int mem; } cs = { 1 };
struct s ncs;
int main(void) {
    ncs = cs;
    int *pi = &ncs.mem;
    *pi += 4;
    printf("%d %d\n", ncs.mem, cs.mem);
    return 0;
}
