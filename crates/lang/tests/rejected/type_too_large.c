struct s { int a; char b[0x7fffffffffffffff]; }; //~ limit
struct t { char a[0x7fffffffffffffff]; char b[0x7fffffffffffffff]; }; //~ limit
char a[0x7fffffffffffffff + 1ul]; //~ bad-array
int b[0x4000000000000000]; //~ bad-array
char *c[] = {[0x8000000000000000] = "b"}; //~ bad-initializer
char d[] = {[0xffffffffffffffff] = 1, 2, 3}; //~ bad-initializer
