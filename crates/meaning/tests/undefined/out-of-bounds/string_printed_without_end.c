// %s reads on until a null character, and the array has none (7.21.6.1p8).
int printf(const char *, ...);
int main(void) {
    char text[2] = { 'n', 'o' };
    printf("%s\n", text); //~ out-of-bounds
    return 0;
}
