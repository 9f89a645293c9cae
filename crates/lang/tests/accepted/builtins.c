int f(int n, int *p, unsigned *q, _Bool *r, double d, void **v) {
    char *a = __builtin_alloca_with_align(n, 64);
    p = __builtin_assume_aligned(p, 16, n);
    __atomic_load(p, q, 5);
    __atomic_store_n(p, __atomic_load_n(q, 0), 0);
    __atomic_exchange_n(r, 1, 0);
    __sync_lock_test_and_set(r, 1);
    __sync_fetch_and_add(v, 1);
    __sync_synchronize();
    void *(*copy)(void *, const void *, unsigned long) = __builtin_memcpy;
    copy(a, p, sizeof *p);
    if (__builtin_expect(__builtin_add_overflow(n, 1L, q), 0))
        __builtin_trap();
    return __builtin_popcount(n) + __builtin_isnan(d) + __builtin_constant_p(n) + __builtin_types_compatible_p(int, long)
        + __builtin_choose_expr(1, n, "") + printf("%d", n) + abs(n) + __builtin_clzll(1);
}
