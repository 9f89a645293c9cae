// `printf` writes to a stream that was closed (7.21.3p4).
typedef struct _IO_FILE FILE;
extern FILE *stdout;
int fclose(FILE *);
int printf(const char *, ...);
int main(void)
{
    printf("first\n");
    fclose(stdout);
    printf("second\n"); //~ library-precondition
    return 0;
}
