union u { unsigned long n; short s; } u;
static void store(union u *p) { p->s = -1; }
static unsigned char last(const union u *p) { return ((const unsigned char *)p)[7]; } //~ unspecified
int main(void) {
    u.n = -1;
    store(&u);
    return last(&u) != 255;
}
