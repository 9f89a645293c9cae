// Bit-fields are copied with their structure, by bytes too, and are what they were (6.5p6); a structure that holds another holds its
// bit-fields; bytes are read of anything.
int printf(const char *, ...);
void *malloc(unsigned long);
void *memcpy(void *, const void *, unsigned long);
void free(void *);

struct s { int low : 12, high : 20; };
struct outer { struct s s[2]; char c; };

int main(void)
{
    struct s *from = malloc(sizeof *from), *to = malloc(sizeof *to);
    struct outer *outer = malloc(sizeof *outer);
    if (!from || !to || !outer)
        return 1;
    from->low = -5;
    from->high = 12345;
    *to = *from;
    memcpy(&outer->s[0], to, sizeof *to);
    outer->s[1] = *to;
    outer->c = *(char *)from;
    struct outer copy = *outer;
    printf("%d %d %d %d %d\n", to->low, to->high, outer->s[0].low, copy.s[1].high, copy.c);
    *(unsigned *)to = 3;
    printf("%u\n", *(unsigned *)to);
    free(from);
    free(to);
    free(outer);
    return 0;
}
