// C does not say which operand comes first, and here it matters.
//
// FAIL 1: check %
// FAIL 1[json]: check --format json %

static int last;

static int set(int value) {
    last = value;
    return 0;
}

int main(void) {
    int sum = set(1) + set(2);
    return sum + last;
}
