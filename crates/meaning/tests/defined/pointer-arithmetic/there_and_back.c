// Every intermediate result stays in the array.
int printf(const char *, ...);
int main(void) {
    char text[] = "abcdef";
    char *p = text + 5 - 3 + 1;
    printf("%c\n", *p);
    return 0;
}
