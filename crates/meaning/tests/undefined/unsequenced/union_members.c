// The two members share their bytes: two side effects on the same storage (6.5p2).
union u { int a; int b; };
int main(void) {
    union u u = { 1 };
    return u.a++ + u.b++; //~ unsequenced
}
