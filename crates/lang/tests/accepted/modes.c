typedef int byte __attribute__((mode(QI)));
typedef int word __attribute__((mode(__word__)));
typedef unsigned int uhalf __attribute__((mode(HI)));
typedef float real __attribute__((mode(DF)));
typedef int vector __attribute__((mode(V4SI)));
_Static_assert(sizeof(byte) == 1 && sizeof(uhalf) == 2 && sizeof(real) == 8 && sizeof(vector) == 16, "sizes");
word a;
