// snprintf with size zero writes nothing, and its buffer may be null (7.21.6.5p2).
int printf(const char *, ...);
int snprintf(char *restrict, __SIZE_TYPE__, const char *restrict, ...);
int main(void) {
    printf("%d\n", snprintf(0, 0, "%d-%s", 123, "abc"));
    return 0;
}
