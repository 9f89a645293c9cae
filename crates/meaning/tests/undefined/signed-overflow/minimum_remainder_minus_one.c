// INT_MIN % -1 is undefined because the quotient is not representable, although the remainder would be (6.5.5p6).
static long long remainder_of(long long a, long long b) {
    return a % b; //~ signed-overflow
}
int main(void) {
    return (int)remainder_of(-9223372036854775807LL - 1, -1);
}
