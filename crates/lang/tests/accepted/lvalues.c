struct s { int x, y[2]; unsigned z : 3; } a, *p, f(void);
int g(int n, int (*h)[2]) {
    a.x = 1, p->y[1] = 2, *(int *)p = 3, (*h)[0] = 4, a.z++, (a).x--, ++*p->y;
    (int){5}++, (struct s){6}.x = 7, *&n = 8;
    _Generic(n, int: n) = 9;
    __extension__ n = 10;
    __real__ n = 11;
    n += 1, n -= 2.5, n *= n, n /= 3, n %= 4, n <<= 1, n >>= 1, n &= 7, n |= 8, n ^= 1;
    p += 1, p -= n;
    return f().x + f().y[1] + n++ + --n;
}
