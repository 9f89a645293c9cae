// Between output and input there must be `fflush` or a change of place (7.21.5.3p7).
typedef struct _IO_FILE FILE;
FILE *tmpfile(void);
int fputs(const char *, FILE *);
int fgetc(FILE *);
int main(void)
{
    FILE *f = tmpfile();
    if (!f)
        return 1;
    fputs("text", f);
    return fgetc(f) == 't'; //~ library-precondition
}
