// Writing one bit-field leaves the other one what it is; only written ones are read.
int printf(const char *, ...);
struct flags { unsigned low : 4, high : 4; };
int main(void) {
    struct flags f;
    f.low = 3;
    f.high = 9;
    f.low++;
    printf("%d %d\n", f.low, f.high);
    return 0;
}
