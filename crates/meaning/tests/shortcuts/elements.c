// Elements and members of every width, named and through pointers, to the last byte and one further.
int printf(const char *, ...);

struct mixed { signed char c; short s; int i; long l; double d; char *p; float f; unsigned char b[3]; };

static struct mixed table[5];
static int square[4][4];
static short line[7];

static long sum(struct mixed *at, int n)
{
    long result = 0;
    for (int i = 0; i < n; i++) {
        at[i].c = (signed char)(i - 2);
        at[i].s = (short)(i * -300);
        at[i].i += i << 3;
        at[i].l = at[i].i * 3l;
        at[i].d = at[i].l / 2.0;
        at[i].p = i % 2 == 0 ? 0 : (char *)&at[i].c;
        at[i].f = at[i].d > 4 ? 1.5f : 2.5f;
        at[i].b[i % 3] = (unsigned char)(255 - i);
        result += at[i].c + at[i].s + at[i].i + at[i].l + (long)(at[i].d + at[i].f) + at[i].b[i % 3];
        if (at[i].p != 0)
            result += *at[i].p;
    }
    return result;
}

int main(void)
{
    struct mixed local[3] = {{0}};
    unsigned u = 7, rounds = 0;
    printf("%ld %ld\n", sum(table, 5), sum(local, 3));
    for (int i = 0; i < 4; ++i)
        for (int j = 3; j >= 0; --j)
            square[i][j] = i * 4 + j;
    for (unsigned i = 0; i < 7u; i++)
        line[i] = (short)(square[i % 4][3 - i % 4] ^ 5);
    do {
        u = u * 1103515245u + 12345u;
        rounds += u >> 31 | (u & 1) << 1;
    } while (u % 17 != 0 && rounds < 1000);
    printf("%d %d %u %u\n", line[0], line[6], u, rounds);
    int last = 0;
    for (int i = 0; i <= 7; i++)
        last += line[i];
    return last;
}
