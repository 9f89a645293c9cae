// The object is read through the parameter and written by its name (6.7.3.1p4).
static int total;
static int f(const int *restrict p) {
    int before = *p;
    total = before + 1; //~ restrict
    return before;
}
int main(void) {
    int other = 1;
    f(&other);
    return f(&total);
}
