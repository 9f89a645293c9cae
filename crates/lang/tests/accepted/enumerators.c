enum a { A = 2147483646, B };
enum { C = 4294967295L, D };
enum { E = -1, F, G = E - 1, H = G * 2 };
enum { I = 1ULL << 40, J };
enum __attribute__((packed)) k { K = 255 };
enum __attribute__((mode(HI))) { L = 256 };
_Static_assert(sizeof(enum k) == 1 && D == 4294967296 && F == 0, "values");
enum a m = B;
