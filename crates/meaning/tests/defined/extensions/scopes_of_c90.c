// flags: -std=gnu90
// In C90 a selection or iteration statement is no block: a tag that is declared in its condition stays in sight.
int printf(const char *, ...);

struct tag { char c; };

int main(void) {
    int i;
    if (sizeof(struct tag { int i; }) == 0) return 1;
    printf("%d\n", (int)sizeof(struct tag));
    {
        while (sizeof(struct tag { int i[3]; }) == 0) return 1;
        printf("%d\n", (int)sizeof(struct tag));
    }
    for (i = sizeof(enum { first, second }); i < 0;) ;
    printf("%d %d\n", first, second);
    return 0;
}
