// A pointer to a stream that was closed has no value (7.21.3p4).
typedef struct _IO_FILE FILE;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int fputs(const char *, FILE *);
int main(void)
{
    FILE *f = fopen("kiln-closed-stream", "w");
    if (!f)
        return 1;
    fclose(f);
    fputs("more", f); //~ use-after-free
    return 0;
}
