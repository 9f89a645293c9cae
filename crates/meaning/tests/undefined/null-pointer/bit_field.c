// A bit-field of what a null pointer points to is written (6.5.2.3p4, 6.3.2.1p1).
struct flags { int count; unsigned low : 3, high : 5; };
static struct flags *flags;
int main(void) {
    flags->high = 1; //~ null-pointer
    return 0;
}
