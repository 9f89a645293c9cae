// Output may follow input that has met the end, and input may follow `fflush` (7.21.5.3p7, 7.21.5.2p2).
typedef struct _IO_FILE FILE;
FILE *tmpfile(void);
int fputs(const char *, FILE *);
int fgetc(FILE *);
int fflush(FILE *);
void rewind(FILE *);
int printf(const char *, ...);
int main(void)
{
    FILE *f = tmpfile();
    if (!f)
        return 1;
    printf("%d\n", fgetc(f));
    fputs("ab", f);
    fflush(f);
    printf("%d\n", fgetc(f));
    rewind(f);
    printf("%c\n", fgetc(f));
    return 0;
}
