enum { A = 2147483647, B }; //~ bad-enum
enum { C = 0xffffffff, D }; //~ bad-enum
enum { E = 0x7fffffffffffffff, F }; //~ bad-enum
enum __attribute__((mode(QI))) { G = 256 }; //~ bad-enum
