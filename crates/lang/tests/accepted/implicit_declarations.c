int f(void) {
    int n = undeclared(1, 2.0) + puts("text");
    void *p = malloc(3);
    memcpy(p, "ab", 3);
    return n + sqrt(4.0) + isnan(1.0);
}
int undeclared();
