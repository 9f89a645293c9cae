// What led to it is shown as notes: where the object was declared, where its lifetime ended.
//
// FAIL 1: check %
// FAIL 1[json]: check --format json %

int *leak(void) {
    int local = 1;
    int *pointer = &local;
    return pointer;
}

int main(void) {
    return *leak();
}
