//@ -std=c2x
void f(_Atomic void *u, void *v) {
    _Static_assert(_Generic(1 ? u : v, _Atomic void *: 0, void *: 1));
    _Static_assert(_Generic(1 ? u : u, _Atomic void *: 1, void *: 0));
}
