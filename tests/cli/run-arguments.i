// What stands behind `--` are the arguments of the program.
//
// RUN[none]: run %
// RUN[some]: run % -- one "two words" -std=c99 --help

int printf(const char *, ...);

int main(int argc, char **argv) {
    for (int i = 0; i < argc; i++)
        printf("%d: %s\n", i, argv[i]);
    return argv[argc] != 0;
}
