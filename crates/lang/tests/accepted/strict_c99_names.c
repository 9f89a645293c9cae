//@ -std=c99
// Before C11 and without GNU extensions these are names and no prefixes.
#define joined R"x" u8"y"
int u(int R) { return R; }
int U, u8;
char s[] = "a" "b";
