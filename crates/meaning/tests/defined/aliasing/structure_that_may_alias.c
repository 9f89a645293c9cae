// GCC: accesses through pointers to types with attribute may_alias are like those by character types; copies as well.
int printf(const char *, ...);
struct halves { short low, high; } __attribute__((may_alias));
typedef struct { int n; } __attribute__((may_alias)) whole;
int main(void) {
    int number = 0x10002;
    float other = 1;
    struct halves halves = *(struct halves *)&number;
    *(whole *)&other = (whole){ 0x40000000 };
    printf("%d %g\n", halves.low + halves.high, (double)other);
    return 0;
}
