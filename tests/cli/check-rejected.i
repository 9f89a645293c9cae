// What is not a C program is rejected, with the first of its errors.
//
// FAIL 1: check %
// FAIL 1[json]: check --format json %

int main(void) {
    int x = y;
    return z;
}
