// The third -- of a long long goes below LLONG_MIN (6.5.2.4p3, 6.5p5).
int main(void) {
    long long x = -9223372036854775807LL + 1;
    for (int i = 0; i < 3; i++)
        x--; //~ signed-overflow
    return 0;
}
