/* Builtins on bits, and atomic functions. */
int printf(const char *, ...);
static unsigned long state = 1;
static unsigned long next(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    unsigned long word = state >> 7 ^ state << 29;
    return word >> (state >> 58);
}

static void count(unsigned long n) {
    unsigned m = n;
    if (m) printf("%d %d ", __builtin_clz(m), __builtin_ctz(m));
    if (n) printf("%d %d %d %d ", __builtin_clzl(n), __builtin_ctzl(n), __builtin_clzll(n), __builtin_ctzll(n));
    printf("%d %d %d ", __builtin_clrsb(m), __builtin_clrsbl(n), __builtin_clrsbll(n));
    printf("%d %d %d ", __builtin_ffs(m), __builtin_ffsl(n), __builtin_ffsll(n));
    printf("%d %d %d ", __builtin_popcount(m), __builtin_popcountl(n), __builtin_popcountll(n));
    printf("%d %d %d ", __builtin_parity(m), __builtin_parityl(n), __builtin_parityll(n));
    printf("%x %x %lx ", __builtin_bswap16(n), __builtin_bswap32(n), __builtin_bswap64(n));
    unsigned __int128 wide = __builtin_bswap128((unsigned __int128)n << 70 | m);
    printf("%lx %lx\n", (unsigned long)(wide >> 64), (unsigned long)wide);
}

#define ATOMIC(T)                                                                                                   \
    do {                                                                                                            \
        T a = (T)next(), b = (T)next(), e, r;                                                                       \
        printf("%lx %lx: ", (unsigned long)a, (unsigned long)b);                                                    \
        printf("%lx ", (unsigned long)__sync_fetch_and_add(&a, b));                                                 \
        printf("%lx ", (unsigned long)__sync_nand_and_fetch(&a, b));                                                \
        printf("%lx ", (unsigned long)__atomic_fetch_sub(&a, (T)3, 5));                                             \
        printf("%lx ", (unsigned long)__atomic_xor_fetch(&a, b, 5));                                                \
        printf("%lx ", (unsigned long)__atomic_or_fetch(&a, (T)1, 0));                                              \
        printf("%lx ", (unsigned long)__sync_val_compare_and_swap(&a, a, b));                                       \
        printf("%d ", __sync_bool_compare_and_swap(&a, (T)(b + 1), b));                                             \
        e = b + 1;                                                                                                  \
        printf("%d ", __atomic_compare_exchange_n(&a, &e, (T)7, 0, 5, 5));                                          \
        printf("%d ", __atomic_compare_exchange_n(&a, &e, (T)7, 0, 5, 5));                                          \
        printf("%lx ", (unsigned long)__atomic_exchange_n(&a, b, 5));                                               \
        __atomic_load(&a, &r, 5);                                                                                   \
        e = 9;                                                                                                      \
        __atomic_exchange(&a, &e, &b, 5);                                                                           \
        __atomic_store(&a, &r, 5);                                                                                  \
        __sync_lock_test_and_set(&b, (T)5);                                                                         \
        __sync_synchronize();                                                                                       \
        printf("%lx %lx %lx ", (unsigned long)a, (unsigned long)b, (unsigned long)__atomic_load_n(&a, 0));          \
        __sync_lock_release(&a);                                                                                    \
        __atomic_store_n(&b, (T)(a + 2), 5);                                                                        \
        printf("%lx %lx\n", (unsigned long)a, (unsigned long)b);                                                    \
    } while (0)

static void pointers(void) {
    int array[8];
    int *p = array, *old = __sync_fetch_and_add(&p, 8);
    printf("%d %d ", (int)(old - array), (int)(p - array));
    old = __atomic_sub_fetch(&p, 4, 5);
    printf("%d %d ", (int)(old - array), (int)(p - array));
    int *expected = array;
    printf("%d ", __atomic_compare_exchange_n(&p, &expected, array + 5, 0, 5, 5));
    printf("%d ", __atomic_compare_exchange_n(&p, &expected, array + 5, 0, 5, 5));
    printf("%d\n", (int)(p - array));
    char flag = 0;
    printf("%d ", __atomic_test_and_set(&flag, 5));
    printf("%d ", __atomic_test_and_set(&flag, 5));
    __atomic_clear(&flag, 5);
    printf("%d\n", flag);
}

int main(void) {
    for (int i = 0; i < 300; i++)
        count(i < 66 ? i == 65 ? 0 : 1ul << i % 64 : next());
    for (int i = 0; i < 20; i++) {
        ATOMIC(unsigned char);
        ATOMIC(short);
        ATOMIC(unsigned);
        ATOMIC(int);
        ATOMIC(long);
        ATOMIC(unsigned long long);
    }
    pointers();
    return 0;
}
