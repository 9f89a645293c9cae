// The elements of the array are pointers, and may be changed.
int printf(const char *, ...);
static char *names[2] = { "one", "two" };
int main(void) {
    char *first = names[0];
    names[0] = names[1];
    names[1] = first;
    printf("%s %s\n", names[0], names[1]);
    return 0;
}
