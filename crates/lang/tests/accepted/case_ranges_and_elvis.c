int f(int n, char *p) {
    switch (n) {
    case -3 ... -1: return 1;
    case 0: return p ? 2 : 3;
    case 'a' ... 'z': return n ?: 4;
    }
    return *(p ?: "text");
}
