int puts(const char *);
struct s { char c; int i; };
static void copy(unsigned char *to, const unsigned char *from, int n) {
    while (n-- > 0) *to++ = *from++;
}
int main(void) {
    struct s a = { 1, 2 };
    unsigned char bytes[sizeof a];
    copy(bytes, (unsigned char *)&a, sizeof a);
    return bytes[3] == 0x37; //~ unspecified
}
