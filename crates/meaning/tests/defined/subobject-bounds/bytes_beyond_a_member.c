// dialect: gnu
// Functions on bytes may go on to the next member or row: they end before the whole object does (7.24.1p1).
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
void *memchr(const void *, int, unsigned long);
int memcmp(const void *, const void *, unsigned long);
int printf(const char *, ...);
static struct {
    char a[2], b[3];
    int c;
} s;
static const char rows[2][3] = {"abc", "de"};
int main(void)
{
    memcpy(s.a, "12345", 5);
    printf("%.2s %.3s\n", s.a, s.b);
    memset(s.b + 1, '*', 2);
    printf("%c%c%c %d\n", s.b[0], s.b[1], s.b[2], memcmp(s.a, "123**", 5));
    printf("%d\n", memchr(&rows[0][0], 'e', sizeof rows) == &rows[1][1]);
    return 0;
}
