// `*s++` in a loop that finds no end: the pointer is moved further than one past the array (6.5.6p8) before it is read through.
static int sum(const char *s) {
    int n = 0;
    char c;
    while ((c = *s++) != 0) //~ pointer-arithmetic
        n += c;
    return n;
}

int main(void) {
    char text[3] = {'a', 'b', 'c'};
    return sum(text) == 0;
}
