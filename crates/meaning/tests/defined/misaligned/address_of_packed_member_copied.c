// The address may be taken, and its bytes be copied.
int printf(const char *, ...);
void *memcpy(void *, const void *, __SIZE_TYPE__);
struct __attribute__((packed)) s { char before; short small; int n; };
static struct s s = {1, 2, 3};
int main(void) {
    int n;
    memcpy(&n, &s.n, sizeof n);
    printf("%d\n", n);
    return 0;
}
