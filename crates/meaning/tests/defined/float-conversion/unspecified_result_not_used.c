// dialect: gnu
// By annex F the result of a conversion out of range is unspecified (C11 F.4), so a program may go on that does not use it.
int printf(const char *, ...);

int main(void)
{
    float large = 1e20f;
    int x = large;
    printf("%d\n", (x & 1) < 2);
    return 0;
}
