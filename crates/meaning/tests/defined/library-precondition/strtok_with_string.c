// The first call has a string, the next ones go on with it (7.24.5.8p2).
int printf(const char *, ...);
char *strtok(char *restrict, const char *restrict);
int main(void) {
    char text[] = "one two";
    for (char *p = strtok(text, " "); p; p = strtok(0, " "))
        printf("%s\n", p);
    return 0;
}
