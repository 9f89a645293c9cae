int f(int n) {
    __label__ out;
    auto int later(int);
    int now(int x) { if (x > 9) goto out; return x + n; }
    int result = now(later(1));
    int later(int x) { return x * n; }
    return result;
out:
    return -1;
}
