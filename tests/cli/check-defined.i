// A verdict for each file, in their order, however many are checked at once.
//
// RUN: check %
// RUN[seed]: check --seed 7 --dialect iso -m32 %
// FAIL 1[all]: check --jobs 3 % check-undefined.i check-status.i check-history.i check-limit.i check-rejected.i check-unspecified.i check-unsupported.i %
// FAIL 1[all-json]: check --format json -j 2 % check-undefined.i check-status.i check-history.i check-limit.i check-rejected.i check-unspecified.i check-unsupported.i
// FAIL 1[color]: check --color always % check-undefined.i
// RUN[stdin]: check --cpp "/bin/sh -c cat" - < %
// FAIL 2[missing]: check nowhere.i % nowhere.c
// FAIL 2[missing-json]: check --format json nowhere.i %
// FAIL 2[refused]: check --cpp /bin/false --jobs 1 check-status.i preprocessed.c %

int printf(const char *, ...);

int main(void) {
    printf("%d\n", 6 * 7);
    return 0;
}
