// dialect: gnu
// flags: -fsignaling-nans
// `issignaling` of glibc tells the two kinds of NaNs apart; an operation makes a quiet one.
int printf(const char *, ...);
int __issignaling(double);
int __issignalingf(float);

int main(void) {
    volatile float x = __builtin_nansf("");
    volatile double y = x;
    printf("%d %d %d\n", !!__issignalingf(x), !!__issignaling(y), !!__issignaling(1.0));
    return 0;
}
