// Writing the value that is already there is a modification too (6.4.5p7, 3.1p3).
static char *names[2] = { "one", "two" };
int main(void) {
    names[1][0] = 't'; //~ literal-write
    return 0;
}
