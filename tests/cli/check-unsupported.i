// What kiln does not model it does not judge.
//
// FAIL 1: check %
// FAIL 1[json]: check --format json %

int unknown_function(void);

int main(void) {
    return unknown_function();
}
