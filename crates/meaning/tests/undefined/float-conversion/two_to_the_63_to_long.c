// LONG_MAX converted to double is 2^63, which no longer fits long (6.3.1.4p1).
int main(void) {
    double d = 9223372036854775807L;
    long l = d; //~ float-conversion
    return l == 0;
}
