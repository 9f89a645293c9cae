int f(unsigned char n, enum { A, B = 300 } e, long long l) {
    switch (n) {
        int unreachable;
    case 0: case 1 ... 3: case 'x':
        n++;
        break;
    default:
        n = 2;
    }
    switch (e) case A: return 1;
    switch (l) {
    case 1LL << 40:
        while (n--) {
    case -1:
            if (n & 1) continue;
            else break;
        }
    }
    return n;
}
