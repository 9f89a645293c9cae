// The six bits between the two members have no value, and so the byte that they are in has none (6.2.6.1p6).
void *memcpy(void *, const void *, __SIZE_TYPE__);
struct s {
    int narrow : 18;
    char after;
};
int main(void) {
    struct s s = { 10, 67 };
    unsigned u;
    memcpy(&u, &s, sizeof u);
    if (u > 5) //~ unspecified
        return 1;
    return 0;
}
