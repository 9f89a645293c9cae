union u { char c; int i; };
int main(void) {
    union u u = { 'a' };
    return u.i == 'a'; //~ unspecified
}
