// What has been read or written is read again: as it was, changed through another pointer, by a call, by a union, a piece at a
// time, in a test that a loop repeats, and converted to another sign than it was written with.
int printf(const char *, ...);

struct pair {
    struct pair *next;
    short small;
    signed char sign;
    unsigned char bits;
    long wide;
};

static int shared = 5;

static int bounded(const int *p, int n)
{
    return *p >= 0 && *p < n && *p != 7 ? *p : -*p;
}

static int through_another(int *p, int *q)
{
    int sum = *p + *q;
    *q = sum + 1;
    sum += *p;
    *p = 3;
    return sum + *p + *q;
}

static int changed(int by)
{
    shared += by;
    return shared;
}

static long pieces(long *p)
{
    unsigned char *byte = (unsigned char *)p;
    *p = 0x0102030405060708;
    long before = *p;
    byte[0] = 0xff;
    byte[7] = *byte;
    return *p - before;
}

static int signs(struct pair *pair)
{
    int sum = 0;
    pair->sign = (signed char)200;
    sum += pair->sign;
    pair->bits = (unsigned char)-3;
    sum += pair->bits;
    pair->small = (short)70000;
    sum += pair->small;
    sum += pair->small++;
    sum += --pair->small;
    *(unsigned short *)&pair->small = 65535;
    sum += pair->small < 0;
    pair->wide = sum;
    pair->wide = pair->wide * 3 + pair->wide;
    return (int)(sum + pair->wide);
}

static int shared_bytes(void)
{
    union {
        int i;
        float f;
        unsigned char c[4];
    } u;
    u.f = 1.0f;
    int sum = u.i >> 20;
    u.i = 2;
    sum += u.c[0] + u.c[3];
    u.c[1] = 1;
    return sum + u.i;
}

static int listed(struct pair *at)
{
    int n = 0;
    while (at != 0 && at->next != 0 && at->next->next != 0) {
        n += at->next->small + (at->next->next->small == at->next->small);
        at->next = at->next->next;
        at = at->next;
    }
    return n;
}

static int counted(int *n)
{
    int rounds = 0;
    for (; *n > 0 && *n != 3; *n -= 1)
        rounds += *n;
    do
        rounds += *n > 1 ? *n : 10;
    while (--*n > 0);
    return rounds;
}

int main(void)
{
    int one = 2, other = 4, many[] = {-4, 7, 3, 12};
    for (int i = 0; i < 4; ++i)
        printf("%d ", bounded(&many[i], 10));
    int apart = through_another(&one, &other);
    printf("%d %d\n", apart, through_another(&one, &one));
    int sum = shared;
    changed(2);
    sum += shared;
    changed(1);
    sum += shared * shared;
    long wide;
    printf("%d %lx\n", sum, (unsigned long)pieces(&wide));
    struct pair pairs[4] = {{&pairs[1], 1, 0, 0, 0}, {&pairs[2], 2, 0, 0, 0}, {&pairs[3], 2, 0, 0, 0}, {0, 3, 0, 0, 0}};
    printf("%d ", listed(pairs));
    printf("%d ", signs(pairs));
    int n = 9;
    printf("%d %d\n", shared_bytes(), counted(&n));
    return 0;
}
