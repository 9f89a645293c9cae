int f(int n) {
    asm goto("" : : : : inside); //~ bad-statement
    int a[n];
inside:
    return sizeof a;
}
