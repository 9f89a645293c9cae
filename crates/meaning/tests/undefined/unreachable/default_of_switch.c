// The value is none of the cases (GNU C; 4p2).
static int name(int n) {
    switch (n) {
    case 0: return 'a';
    case 1: return 'b';
    default: __builtin_unreachable(); //~ unreachable
    }
}
int main(void) {
    return name(1) + name(2);
}
