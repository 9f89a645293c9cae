int f(int a, unsigned b, long long c, double d, float e, char *p, void *v, _Bool t) {
    a = +a - -a * ~b / (c % 3 + 1) << 2 >> 1;
    t = a < b && c >= d || !p && p == v;
    t = a ?: b;
    d = e * 2 + a / d - (t ? c : d);
    a = a & b | c ^ 1, b = (a, b);
    p = a ? p : 0, v = a ? p : v;
    p += a, --p;
    a = p[1] + 1[p] + *p++ + (a == 'x') + (e != 1.0f);
    return sizeof a + sizeof(int[3]) + _Alignof(double) + __alignof__(a) + (a > 1 ? 2 : a < 0 ? 3 : 4);
}
