enum e { E };
void f(int n, int *p, float *q, _Bool *r, enum e *s, _Atomic int *t, long *u, void *v, struct x *w) {
    __builtin_alloca_with_align(n, n); //~ bad-call
    __builtin_alloca_with_align(n, 12); //~ bad-call
    __builtin_assume_aligned(p, 16, 8, 7); //~ bad-call
    __builtin_assume_aligned(p, 16, q); //~ bad-call
    __builtin_add_overflow(n, n, r); //~ bad-call
    __builtin_add_overflow(n, n, s); //~ bad-call
    __builtin_add_overflow(n, n, t); //~ bad-call
    __builtin_mul_overflow(n, *q, p); //~ bad-call
    __atomic_load_n(q, 0); //~ bad-call
    __atomic_load(p, u, 0); //~ bad-call
    __atomic_load(p, v, 0); //~ bad-call
    __atomic_load(w, w, 0); //~ bad-call
    __atomic_store(p, n, 0); //~ bad-call
    __atomic_fetch_add(r, 1, 0); //~ bad-call
    __sync_fetch_and_add(q, 1); //~ bad-call
    __sync_fetch_and_or(r, 1); //~ bad-call
    __atomic_load_n(p); //~ bad-call
    __builtin_constant_p(n, n); //~ bad-call
    __builtin_isnan(n); //~ bad-call
    __builtin_shuffle(n, n); //~ bad-call
    __builtin_complex(1.0, 1.0f); //~ bad-call
}
