// Bounds are counted in events of the source and in bytes, so they are the same on every machine.
//
// FAIL 1[steps]: check --max-steps 1000 %
// FAIL 1[depth]: check --max-depth 50 %
// RUN[enough]: check --max-steps 100k --max-depth 200 %

int deep(int n) {
    return n ? deep(n - 1) + 1 : 0;
}

int main(void) {
    for (int i = 0; i < 100; i++)
        deep(100);
    return 0;
}
