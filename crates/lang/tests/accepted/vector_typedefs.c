// The attributes of a vector's name do not get lost: GCC applies them in an order of its own.
typedef long long vector __attribute__((vector_size(16), may_alias));
typedef long long unaligned __attribute__((vector_size(16), may_alias, aligned(1)));
typedef long long other __attribute__((vector_size(16), aligned(2)));
_Static_assert(_Alignof(unaligned) == 1 && _Alignof(other) == 2, "");
vector load(const vector *from) { return *(unaligned *)from; }
