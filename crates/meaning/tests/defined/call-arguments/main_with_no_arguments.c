// A function defined with () takes no arguments and gets none (6.7.6.3p14).
int printf(const char *, ...);
static int five() {
    return 5;
}
int main() {
    printf("%d\n", five());
    return 0;
}
