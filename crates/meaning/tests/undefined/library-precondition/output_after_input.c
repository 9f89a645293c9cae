// Between input and output there must be a change of place, unless the input met the end (7.21.5.3p7).
typedef struct _IO_FILE FILE;
FILE *tmpfile(void);
int fputs(const char *, FILE *);
int fgetc(FILE *);
void rewind(FILE *);
int main(void)
{
    FILE *f = tmpfile();
    if (!f)
        return 1;
    fputs("ab", f);
    rewind(f);
    int c = fgetc(f);
    fputs("c", f); //~ library-precondition
    return c;
}
