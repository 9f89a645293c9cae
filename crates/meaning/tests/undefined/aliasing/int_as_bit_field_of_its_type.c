// 6.5p7: a bit-field has an integer type of so many bits (6.7.2.1p10), also if it is declared as `int`.
void *calloc(unsigned long, unsigned long);

struct s { int low : 12; unsigned long long last; };

static void set(int *p)
{
    *p = 45;
}

int main(void)
{
    struct s *s = calloc(2, sizeof *s);
    if (!s)
        return 0;
    set((int *)&s[1]);
    s[1].last = s[0].low;
    return s[1].low; //~ aliasing
}
