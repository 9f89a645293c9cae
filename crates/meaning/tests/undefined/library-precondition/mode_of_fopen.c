// `rw` is none of the modes (7.21.5.3p3).
typedef struct _IO_FILE FILE;
FILE *fopen(const char *, const char *);
int main(void)
{
    FILE *f = fopen("kiln-mode-of-fopen", "rw"); //~ library-precondition
    return f == 0;
}
