// Only one of two bit-fields in the same storage unit was written (6.2.4p6).
struct flags { unsigned low : 4, high : 4; };
int main(void) {
    struct flags f;
    f.low = 3;
    return f.high; //~ uninitialized
}
