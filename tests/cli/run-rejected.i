// A program with errors is not run; all of them are shown.
//
// FAIL 126[human]: run run-hello.i %
// FAIL 126[json]: run --format json %
// FAIL 2[missing]: run % nowhere.i

int main(void) {
    int x = y;
    return z;
}
