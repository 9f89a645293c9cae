// A counter that overflows at the end of a round, and pointers that are moved, compared and left behind.
int printf(const char *, ...);

static int *kept;

static int walk(const char *s, const char *end)
{
    int n = 0;
    while (s != end && *s != '\0')
        n += *s++ == 'a' ? 1 : 2;
    return n;
}

static void keep(void)
{
    int here = 3;
    int *p = &here;
    for (int i = 0; i < 2; i++) {
        int inner[2] = {i, 2 * i};
        kept = inner + 1;
        here += *kept;
    }
    *p += 1;
    kept = p;
}

int main(void)
{
    const char text[] = "abacab";
    printf("%d %d\n", walk(text, text + 4), walk(text, text + sizeof text));
    keep();
    int bound = 2147483647, rounds = 0;
    for (int i = bound - 3; i <= bound; i++) {
        rounds++;
        printf("%d ", rounds);
    }
    return rounds + (kept != 0);
}
