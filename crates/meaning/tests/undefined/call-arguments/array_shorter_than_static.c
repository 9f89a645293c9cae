// The parameter [static 4] asks for four elements, the argument has three (6.7.6.3p7).
static int first(int a[static 4]) {
    return a[0];
}
int main(void) {
    int three[3] = { 1, 2, 3 };
    int *p = three;
    return first(p); //~ call-arguments
}
