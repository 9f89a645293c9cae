// A machine that no compiler here preprocesses for.
//
// RUN[small]: run --target int16 %
// RUN[arm]: run --target arm %
// RUN[flags]: run --target int16 -funsigned-char %
// RUN[check]: check --target int16 %
// FAIL 2[both]: run --target arm -m32 %
// FAIL 2[unknown]: run --target pdp11 %

int printf(const char *, ...);

int main(void)
{
    printf("int %d, long %d, pointer %d, char %s\n", (int)sizeof(int), (int)sizeof(long), (int)sizeof(int *),
           (char)-1 < 0 ? "signed" : "unsigned");
    printf("40000 is of %s\n", sizeof 40000 == sizeof(int) ? "int" : "long");
    return 0;
}
