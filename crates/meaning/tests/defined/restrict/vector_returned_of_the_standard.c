// The example of 6.7.3.1p12: a restricted pointer is carried out when its block ends.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
typedef struct { int n; float *restrict v; } vector;
static vector new_vector(int n) {
    vector t;
    t.n = n;
    t.v = malloc(n * sizeof(float));
    return t;
}
int main(void) {
    vector a = new_vector(2);
    if (!a.v) return 1;
    a.v[1] = 2.5f;
    printf("%d %.1f\n", a.n, a.v[1]);
    free(a.v);
    return 0;
}
