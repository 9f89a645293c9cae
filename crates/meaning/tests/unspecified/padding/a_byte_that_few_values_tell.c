// One value of 256 makes a difference: no number of tries is enough to find it.
int puts(const char *);
struct s { char c; int i; };
int main(void) {
    struct s a = { 1, 2 }, b;
    b = a;
    if (((unsigned char *)&b)[2] == 0x37) //~ unspecified
        puts("once in a while");
    return 0;
}
