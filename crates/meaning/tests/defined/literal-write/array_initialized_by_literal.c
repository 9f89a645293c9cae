// The array is an object of its own, initialised with a copy (6.7.9p14, p32).
int printf(const char *, ...);
int main(void) {
    char text[] = "abc";
    text[0] = 'x';
    printf("%s\n", text);
    return 0;
}
