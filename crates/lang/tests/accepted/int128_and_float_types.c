__int128 a = (__int128)1 << 100;
unsigned __int128 b(unsigned __int128 x) { return x * x >> 64; }
__int128_t c; __uint128_t d;
_Float32 e = 1.5f32; _Float64 f = 2.5f64; _Float128 g = 3.5f128; _Float32x h; _Float64x i; __float128 j = 1.0q;
long double k = 1.5L;
_Static_assert(sizeof(a) == 16 && sizeof(g) == 16 && sizeof(k) == 16, "sizes");
