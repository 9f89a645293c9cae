// dialect: gnu
// Pointers to different types of objects are represented alike, so that an old-style function may be handed one for the
// other; C11 6.5.2.2p6 knows this for `void` and characters only.
int printf(const char *, ...);

static int first(p) int *p; { return *p; }

int main(void)
{
    int row[2][2] = { { 3, 4 }, { 5, 6 } };
    printf("%d\n", first(row));
    return 0;
}
