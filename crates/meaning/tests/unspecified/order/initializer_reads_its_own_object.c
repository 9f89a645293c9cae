int printf(const char *, ...);
int main(void) {
    int a[2] = { 7, a[0] }; //~ unspecified
    printf("%d\n", a[1]);
    return 0;
}
