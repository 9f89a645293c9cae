// Undefined behaviour has a place, a kind and a clause; a flag or a dialect can give it a meaning.
//
// FAIL 1: check %
// FAIL 1[json]: check --format json %
// RUN[wrapv]: check -fwrapv %
// FAIL 1[iso]: check --dialect iso %

int main(void) {
    int x = 2147483647;
    x = x + 1;
    return x < 0 ? 0 : 1;
}
