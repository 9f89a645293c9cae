// %s takes an array of any character type (7.21.6.1p8).
int printf(const char *, ...);
int main(void) {
    unsigned char text[] = "bytes";
    void *p = text;
    printf("%s %s\n", text, (char *)p);
    return 0;
}
