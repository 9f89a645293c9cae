//@ -std=gnu2x
int f(int x) {
    [[gnu::const]] { x++; }
    [[maybe_unused]] x = 1;
    [[]] if (x) [[]] x++;
    [[maybe_unused]] label: [[]] x++;
    switch (x) {
        [[]] case 1: x++; [[fallthrough]];
        [[]] default: x--;
    }
    __extension__ [[]] int y = x;
    return y;
}
