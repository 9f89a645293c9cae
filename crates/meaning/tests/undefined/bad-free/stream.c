// A stream does not come from an allocation function; `fclose` ends it (7.22.3.3p2).
typedef struct _IO_FILE FILE;
FILE *tmpfile(void);
void free(void *);
int main(void)
{
    FILE *f = tmpfile();
    free(f); //~ bad-free
    return 0;
}
