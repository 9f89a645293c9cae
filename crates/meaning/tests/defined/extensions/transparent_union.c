// dialect: gnu
// An argument for a transparent union is any of its members; the function finds it in the union.
int printf(const char *, ...);

union wait { int status; };
typedef union {
    union wait *u;
    int *i;
    const float *f;
} any __attribute__((transparent_union));

static int get(any a) { return a.i ? *a.i : -1; }
static float get_float(any a) { return *a.f; }

int main(void) {
    int i = 3;
    float f = 2.5f;
    union wait w = { 4 };
    any whole = { .i = &i };
    printf("%d %d %d %d %d %g\n", get(&i), get(&w), get(whole), get(0), get((void *)0), get_float(&f));
    return 0;
}
