// Allocated memory takes the type of what is stored last (6.5p6); bit-fields of several types share bytes; a union has all of its
// members (6.5.2.3p3, note 95).
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);

struct mixed { int a : 3; _Bool b : 1; unsigned char c : 4; long d : 20; };
union both { int whole; struct { unsigned low : 4, high : 28; } parts; };

int main(void)
{
    void *p = malloc(sizeof(struct mixed));
    if (!p)
        return 1;
    *(double *)p = 1.5;
    struct mixed *mixed = p;
    mixed->a = 1;
    mixed->b = 1;
    mixed->c = 9;
    mixed->d = -4;
    printf("%d %d %d %ld\n", mixed->a, mixed->b, mixed->c, (long)mixed->d);
    *(double *)p = 2.5;
    printf("%g\n", *(double *)p);
    free(p);
    union both *both = malloc(sizeof *both);
    if (!both)
        return 1;
    both->whole = 0x125;
    printf("%u %u\n", both->parts.low, (unsigned)both->parts.high);
    both->parts.low = 1;
    printf("%x\n", (unsigned)both->whole);
    free(both);
    return 0;
}
