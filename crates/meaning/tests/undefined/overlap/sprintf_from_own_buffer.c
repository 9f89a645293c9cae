// The string printed is also the destination (7.21.6.6p2).
int sprintf(char *restrict, const char *restrict, ...);
int main(void) {
    char text[16] = "abc";
    sprintf(text, "<%s>", text); //~ overlap
    return 0;
}
