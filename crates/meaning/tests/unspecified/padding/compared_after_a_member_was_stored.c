// The store to a member gives padding any value (C11 6.2.6.1p6), whatever it had before.
void *memset(void *, int, unsigned long);
int memcmp(const void *, const void *, unsigned long);
struct s { char c; int i; };
int main(void) {
    struct s a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    a.c = b.c = 1;
    return memcmp(&a, &b, sizeof a); //~ unspecified
}
