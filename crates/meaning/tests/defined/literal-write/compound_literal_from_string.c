// The example of 6.5.2.5p12: (char []){"..."} is modifiable.
int printf(const char *, ...);
int main(void) {
    char *p = (char[]){ "/tmp/fileXXXXXX" };
    p[9] = '0';
    printf("%s\n", p);
    return 0;
}
