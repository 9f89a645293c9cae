//@ -std=c2x
[[deprecated]] int a;
[[deprecated("old")]] int b;
[[nodiscard("why")]] int c(void);
[[maybe_unused]] static int d;
[[gnu::section("x")]] int e;
[[other::section]] [[, other::anything(1, 2),]] int f;
int g(int n) {
    switch (n) {
    case 1:
        n++;
        [[fallthrough]];
    default:
        return n;
    }
}
