int f(int n) {
    goto missing; //~ bad-label
    void *p = &&also_missing; //~ bad-label
twice:
    n++;
twice: //~ bad-label
    n--;
    { __label__ declared; } //~ bad-label
    return n;
}
void g(void) { int f; f: f = 1; goto f; }
void *h = &&f; //~ bad-label
