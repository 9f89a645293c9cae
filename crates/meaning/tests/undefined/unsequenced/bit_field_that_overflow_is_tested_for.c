// dialect: gnu
// The third argument is evaluated for its effects, without an order to the others (6.5p2).
struct bits {
    int s3 : 3;
} bits[2];
int main(void)
{
    int i = 0;
    return __builtin_add_overflow_p(i, 1, bits[i++].s3); //~ unsequenced
}
