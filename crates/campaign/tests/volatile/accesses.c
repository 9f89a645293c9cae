/* Accesses to volatile objects in all places: with every compiler they have to be those of the interpreter's list. */
int printf(const char *, ...);

volatile int v = 3, w = 5;
static volatile signed char c = 1;
volatile unsigned short s[4] = {1, 2, 3, 4};
volatile long l = 7;
static volatile unsigned long long u = 9;
volatile float f = 1.5F;
static volatile double d = 2.5;
volatile _Bool b = 1;
const volatile int k = 11;
volatile enum { NO, YES } e = YES;
int plain = 2;
int *volatile p = &plain;
volatile struct { char a; int x[2]; double y; } r = {1, {2, 3}, 4.0};
static volatile union { int i; unsigned char bytes[4]; } n = {0x01020304};

static int one(int x) { v = x; w = v + 1; return w; }
static int two(void) { static volatile int s; s++; l = s; return 2; }
static int deep(int x) { return x <= 0 ? k : deep(x - 1) + c; }
static double half(double x) { d = x; return d / 2; }
int (*volatile through)(int) = one;

static void statements(void) {
    v;
    (void)w;
    v, w;
    c + 1;
    v ? w : k;
    v && w;
    !b;
    s[1];
    r.y;
    *p;
}

static void assignments(void) {
    int i;
    v = w;
    v += 1;
    w *= v;
    c = (signed char)(c << 1);
    ++l;
    l--;
    u |= 1ull << 40;
    f = f + (float)d;
    d -= 0.25;
    b = v > 3;
    b ^= 1;
    e = e == YES ? NO : YES;
    r.a = 5;
    r.x[1] = r.x[0];
    n.i = 77;
    n.bytes[2] = n.bytes[0];
    *p = 8;
    i = v++;
    s[i & 3] = (unsigned short)w;
    s[v & 3]++;
}

static int calls(void) {
    int sum = one(v);
    sum += one(1) + one(2);
    sum += two() * two();
    sum = sum + deep(3);
    one(two()), w = sum;
    sum += through(4);
    sum += (int)half(f);
    v = two();
    w += two();
    if (one(6) > v) sum++;
    return sum + v;
}

static int control(void) {
    int sum = 0, i;
    for (i = 0; i < v % 5; i++) sum += s[i & 3];
    while (l > 0) l /= 2;
    do sum += c; while (sum < k);
    switch (w) { case 1: v = 1; break; default: v = 2; }
    for (v = 0; v < 3; v++) { if (v == 1) continue; w = v; }
    if (v || w) u = 0; else u = 1;
    if (v && k && !b) goto end;
    u++;
end:
    return v == 0 ? w : sum;
}

static int odd(void) {
    int a[3] = {v, w, k}, x = v, y = w;
    int z = ({ v = 4; w; }) + 1;
    x += ({ int t = v; t + w; });
    return a[0] + a[1] + a[2] + x + y + z + (v, w) + (int)sizeof(v) + (v == w ? v : w) + v * w - (c << (s[0] & 3));
}

int main(void) {
    int i, sum = 0;
    for (i = 0; i < 2; i++) {
        statements();
        assignments();
        sum += calls();
        sum ^= control();
        sum += odd();
    }
    printf("%d\n", sum);
    return 0;
}
