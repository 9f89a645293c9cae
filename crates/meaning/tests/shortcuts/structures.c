// Structures by value, with padding and bit-fields, through calls by name and through pointers; who is called changes from
// call to call; what is logged and what is not.
int printf(const char *, ...);

struct small { char c; int i; };
struct large { struct small parts[2]; unsigned n : 5, m : 11; long double d; char text[7]; int *p; };
struct __attribute__((packed)) packed { char c; int i; struct small s; };
union mixed { int i; float f; struct small s; };
struct holds { union mixed u; short s[3]; };

static int cell = 40;

static struct large changed(struct large it, int by)
{
    struct large before = it, *self = &it;
    self->parts[1].i += by;
    it.n += (unsigned)by;
    it.text[by & 3] = (char)('a' + by);
    *it.p += by;
    return by > 2 ? changed(it, by - 1) : by == 0 ? before : it;
}

static int constant(const struct small s, struct small t)
{
    t.i -= s.i;
    return t.i + t.c;
}

static int first(struct small s) { return s.i; }
static int second(struct small s) { return -s.i; }
static int third(struct small s) { return s.c; }
static int fourth(struct small s) { return s.c * 2; }
static int fifth(struct small s) { return s.i ? first(s) + second(s) : third(s); }
static int old_style(s, n) struct small s; int n; { return s.i + n; }

static int deep(struct small s, int n)
{
    s.i += n;
    int own = s.i;
    return n == 0 ? own : deep(s, n - 1) + own;
}

static struct small both(struct small a, struct small b)
{
    cell += a.i;
    a.i += b.i + cell;
    return a;
}

static int sign(int x)
{
    int result = x < 0 ? -1 : x > 0 ? 1 : 0;
    return result;
}

int main(void)
{
    struct large one = {{{'x', 1}, {'y', 2}}, 3, 4, 5.5L, "text", &cell}, two;
    struct packed packed[2] = {{'p', 6, {'q', 7}}, {.s = {.i = 8}}};
    struct holds holds = {{.s = {'u', 9}}, {1, 2}};
    two = changed(one, 4);
    one = two = changed(two, 1);
    printf("%d %d %d %s %d %d\n", one.parts[1].i, one.n, one.m, one.text, two.parts[0].c, *two.p);
    printf("%d %d %d\n", packed[0].i, packed[0].s.i, packed[1].s.i + packed[1].c);
    printf("%d %d\n", holds.u.s.i, holds.s[0] + holds.s[1] + holds.s[2]);
    const struct small s = {'s', 10};
    printf("%d %d\n", constant(s, (struct small){'t', 11}), old_style(s, 5));
    int (*table[])(struct small) = {first, second, third, fourth, fifth};
    unsigned long sum = 0;
    for (int i = 0; i < 40; ++i)
        sum = sum * 3 + (unsigned long)table[i * 7 % 5](both(s, one.parts[i & 1]));
    printf("%lu %d\n", sum, cell);
    printf("%d %d\n", deep(s, 6), deep(one.parts[0], 3) + deep(one.parts[1], 2));
    struct small array[4] = {{'a', 1}, {'b', 2}, {'c', 3}, {'d', 4}};
    for (int i = 3; i > 0; --i)
        array[i] = array[i - 1];
    array[2] = array[2];
    printf("%d %d %d\n", array[1].i, array[2].c, array[3].i + sign(-3) + sign(0) * 2 + sign(9));
    return 0;
}
