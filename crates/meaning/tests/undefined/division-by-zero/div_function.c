// div(1, 0) computes 1 / 0, whose result cannot be represented (7.22.6.2p3, 6.5.5p5).
typedef struct { int quot, rem; } div_t;
div_t div(int, int);
int main(void) {
    int zero = 0;
    return div(1, zero).quot; //~ division-by-zero
}
