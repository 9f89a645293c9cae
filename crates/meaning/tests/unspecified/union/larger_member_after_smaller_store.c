// C11 6.2.6.1p7: bytes of other members only take unspecified values.
int printf(const char *, ...);
union u { unsigned i; unsigned char c; };
int main(void) {
    union u u;
    u.i = 0x01020304;
    u.c = 5;
    printf("%x\n", u.i); //~ unspecified
    return 0;
}
