// `freopen` makes the standard output a stream on a file; `fscanf` reads what was written.
typedef struct _IO_FILE FILE;
extern FILE *stdout, *stderr;
FILE *fopen(const char *, const char *);
FILE *freopen(const char *, const char *, FILE *);
FILE *tmpfile(void);
char *tmpnam(char *);
int fclose(FILE *);
int fflush(FILE *);
int fprintf(FILE *, const char *, ...);
int fscanf(FILE *, const char *, ...);
int puts(const char *);
int printf(const char *, ...);
int remove(const char *);
void rewind(FILE *);
void perror(const char *);
int strcmp(const char *, const char *);

int main(void)
{
    char name[20], word[20];
    int number, more;
    printf("before\n");
    tmpnam(name);
    FILE *f = tmpfile();
    if (!f)
        return 1;
    fprintf(f, "%d+%d ", 3, 4);
    fflush(f);
    rewind(f);
    int read = fscanf(f, "%d+%d", &number, &more);
    fclose(f);
    if (read != 2 || number + more != 7)
        return 2;
    f = freopen(name, "w", stdout);
    if (!f) {
        perror(name);
        return 1;
    }
    printf("%d", 12);
    puts("three");
    fclose(f);
    f = fopen(name, "r");
    if (!f)
        return 3;
    if (fscanf(f, "%d%s", &number, word) != 2)
        return 4;
    fclose(f);
    if (remove(name) != 0)
        return 5;
    return number != 12 || strcmp(word, "three") != 0;
}
