// The output of a program as it is, from a file or from a pipe.
//
// RUN[file]: run %
// RUN[json]: run --format json %
// RUN[stdin]: run --cpp "/bin/sh -c cat" - < %

int printf(const char *, ...);

int main(void) {
    printf("Hello, %s!\n", "world");
}
