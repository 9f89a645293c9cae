int a = _Generic(1, int: 1, default: 2), b = _Generic("a", char *: 1, const char *: 2);
int c = _Generic((const int)1, int: 1), d = _Generic(1L, int: 1, long: _Generic('a', int: 3));
int e(float f, int *p, void (*g)(void)) {
    return _Generic(f + 1, float: 1, double: 2) + _Generic(p, int *: 1, default: 2) + _Generic(g, void (*)(void): 1)
        + _Generic(e, int (*)(float, int *, void (*)(void)): 1);
}
