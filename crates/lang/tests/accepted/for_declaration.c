int f(int n) {
    int sum = 0;
    for (int i = 0, *p = &i; i < n; i++) sum += *p;
    for (register unsigned char c = 1; c; c <<= 1) sum += c;
    for (struct { int x; } s = {0}; s.x < n; s.x++) sum++;
    for (;;) break;
    return sum;
}
