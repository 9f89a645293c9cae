// long and long long are different types, also where they have the same representation (6.2.5p14, 6.5p7).
static long long get(const long long *p) {
    return *p; //~ aliasing
}
int main(void) {
    long x = 5;
    return get((const long long *)&x) == 5;
}
