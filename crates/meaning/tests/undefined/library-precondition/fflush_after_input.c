// `fflush` of a stream whose last operation was input (7.21.5.2p2).
typedef struct _IO_FILE FILE;
FILE *tmpfile(void);
int fgetc(FILE *);
int fflush(FILE *);
int main(void)
{
    FILE *f = tmpfile();
    if (!f)
        return 1;
    int c = fgetc(f);
    fflush(f); //~ library-precondition
    return c == -1;
}
