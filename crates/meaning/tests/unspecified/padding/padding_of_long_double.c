// A store to a member leaves unspecified values in the padding bytes of a long double (6.2.6.1p6).
void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
    union {
        long double number;
        unsigned words[4];
    } u;
    memset(&u, 0, sizeof u);
    u.number = 1;
    if (u.words[3]) //~ unspecified
        return 1;
    return 0;
}
