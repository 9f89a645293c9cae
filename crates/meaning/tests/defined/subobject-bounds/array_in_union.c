// The longer array member of the union is used within its own length (6.5.2.3p3).
int printf(const char *, ...);
union u { unsigned char bytes[8]; unsigned char few[2]; };
int main(void) {
    union u u = { { 1, 2, 3, 4, 5, 6, 7, 8 } };
    printf("%d %d\n", u.few[1], u.bytes[7]);
    return 0;
}
