// A precision keeps %s inside an array that has no null character (7.21.6.1p8).
int printf(const char *, ...);
int main(void) {
    char text[3] = "abc";
    printf("%.3s %.2s\n", text, text + 1);
    return 0;
}
