// The bytes of any object may be visited, from the first to the last (6.3.2.3p7).
int printf(const char *, ...);
int main(void) {
    int x = 0x01020304, sum = 0;
    unsigned char *bytes = (unsigned char *)&x;
    for (unsigned i = 0; i < sizeof x; i++)
        sum += bytes[i];
    printf("%d\n", sum);
    return 0;
}
