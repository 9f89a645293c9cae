// p++ changes p, the assignment changes what p pointed to: different objects.
int printf(const char *, ...);
int main(void) {
    int a[2] = { 1, 2 }, *p = a;
    *p++ = 5;
    *p = *p + 1;
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
