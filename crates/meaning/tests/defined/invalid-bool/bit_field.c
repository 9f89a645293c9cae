// A _Bool bit-field holds the truth of what is stored, not its low bit (6.7.2.1p10, 6.3.1.2p1).
int printf(const char *, ...);
struct s { _Bool flag : 1; };
int main(void) {
    struct s s;
    s.flag = 2;
    printf("%d\n", s.flag);
    return 0;
}
