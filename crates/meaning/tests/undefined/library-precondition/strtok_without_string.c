// The first call of strtok has no string to go on with (7.24.5.8p2, J.2).
char *strtok(char *restrict, const char *restrict);
int main(void) {
    return strtok(0, " ") != 0; //~ library-precondition
}
