// && and || are sequence points (6.5.13p4, 6.5.14p4).
int printf(const char *, ...);
int main(void) {
    int i = 0;
    int a = i++ || i++;
    int b = i++ && i++;
    printf("%d %d %d\n", a, b, i);
    return 0;
}
