// The second call gets a pointer that has no value any more (7.21.3p4).
typedef struct _IO_FILE FILE;
FILE *tmpfile(void);
int fclose(FILE *);
static void end(FILE *f)
{
    fclose(f);
}
int main(void)
{
    FILE *f = tmpfile();
    if (!f)
        return 1;
    end(f);
    end(f); //~ use-after-free
    return 0;
}
