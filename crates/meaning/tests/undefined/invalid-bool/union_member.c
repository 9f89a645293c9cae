// Punning through a union may give a trap representation (6.5.2.3p3, footnote 95).
int main(void) {
    union { unsigned char c; _Bool b; } u;
    u.c = 7;
    return u.b == 1; //~ invalid-bool
}
