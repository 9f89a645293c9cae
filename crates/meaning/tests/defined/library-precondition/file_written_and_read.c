// What a program writes to a file it can read again, in pieces of any size.
typedef struct _IO_FILE FILE;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int fprintf(FILE *, const char *, ...);
int fputs(const char *, FILE *);
int fputc(int, FILE *);
int fgetc(FILE *);
int ungetc(int, FILE *);
char *fgets(char *, int, FILE *);
unsigned long fread(void *, unsigned long, unsigned long, FILE *);
unsigned long fwrite(const void *, unsigned long, unsigned long, FILE *);
int feof(FILE *);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
int remove(const char *);
int printf(const char *, ...);

static const char name[] = "kiln-file-written-and-read";

int main(void)
{
    char line[20];
    unsigned char bytes[8] = {0};
    FILE *f = fopen(name, "w");
    if (!f)
        return 1;
    fprintf(f, "%d %s\n", 12, "three");
    fputs("second line", f);
    fputc('!', f);
    printf("%d\n", fclose(f));
    f = fopen(name, "a");
    if (!f)
        return 1;
    fwrite("\nend", 1, 4, f);
    fclose(f);
    f = fopen(name, "r");
    if (!f)
        return 1;
    while (fgets(line, sizeof line, f))
        printf("[%s]", line);
    printf(" %d\n", feof(f) != 0);
    rewind(f);
    int c = fgetc(f);
    ungetc('x', f);
    printf("%c", c);
    c = fgetc(f);
    printf("%c%c\n", c, fgetc(f));
    fclose(f);
    f = fopen(name, "r+b");
    if (!f)
        return 1;
    fseek(f, -3, 2);
    printf("%ld", ftell(f));
    printf(" %lu", fread(bytes, 2, 2, f));
    printf(" %s\n", (char *)bytes);
    fseek(f, 0, 0);
    fputc('9', f);
    fseek(f, 0, 0);
    c = fgetc(f);
    printf("%c%c\n", c, fgetc(f));
    fclose(f);
    printf("%d", remove(name));
    f = fopen(name, "r");
    printf(" %d\n", f == 0);
    return 0;
}
