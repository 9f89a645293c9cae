// What a verdict rests on besides the standard is said to programs, not to people.
//
// RUN: check %
// RUN[json]: check --format json %

int printf(const char *, ...);
int rand(void);
void *malloc(unsigned long);

int main(void) {
    void *p = malloc(0);
    printf("%d %d\n", rand(), p != 0);
    return 0;
}
