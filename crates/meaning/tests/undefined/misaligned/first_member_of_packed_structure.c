// The structure may stand at any address, so its first member is no more aligned than the second (6.3.2.3p7).
int printf(const char *, ...);
struct __attribute__((packed)) s { int a; char b; };
static struct s s = { 1, 2 };
int main(void) {
    int *p = &s.a;
    printf("%d\n", *p); //~ misaligned
    return 0;
}
