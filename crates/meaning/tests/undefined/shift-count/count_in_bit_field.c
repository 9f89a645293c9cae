// The count is read from a signed bit-field in which 7 is stored as -1 (6.3.1.3p3, 6.5.7p3).
struct s { signed int count : 3; };
int main(void) {
    struct s s;
    s.count = 7;
    return 1u << s.count; //~ shift-count
}
