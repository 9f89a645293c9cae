typedef __int128 wide __attribute__((vector_size(16)));
typedef unsigned __int128 natural __attribute__((vector_size(16)));
wide f(wide a) { return (0 != a) + 1 - ~(__int128)0; }
natural g(natural a) { return a + 1 - ~(__int128)0; }
