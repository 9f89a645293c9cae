// Bit-fields of a union are parts of its other members, also for who has a pointer to these: what is accessed is the member that the
// pointer was made of, and has its type (6.5p7).
int printf(const char *, ...);

union both { struct { unsigned low : 4, high : 28; } parts; unsigned whole[1]; };

static unsigned first(const unsigned *p)
{
    return p[0];
}

int main(void)
{
    union both both;
    both.whole[0] = 0;
    both.parts.low = 5;
    both.parts.high = 1;
    printf("%x\n", first(both.whole));
    return 0;
}
