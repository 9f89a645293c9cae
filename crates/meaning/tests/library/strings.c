/* Strings and memory: every function on small texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <ctype.h>
#include <wchar.h>

char *strsep(char **, const char *);
void *memmem(const void *, size_t, const void *, size_t);
char *strchrnul(const char *, int);
void *memrchr(const void *, int, size_t);
void *mempcpy(void *, const void *, size_t);

static const char *const texts[] = { "", "a", "b", "ab", "aab", "aB", "abcabcabd", "hello, world", "x=1;;y=2;", "  two  words", "\xff\x80z" };
#define N (sizeof texts / sizeof texts[0])

static int sign(int n) { return (n > 0) - (n < 0); }
static long place(const char *from, const char *p) { return p ? p - from : -1; }

static void pairs(const char *a, const char *b) {
    printf("%d %d %d ", sign(strcmp(a, b)), sign(strncmp(a, b, 2)), sign(strcoll(a, b)));
    printf("%d %d ", sign(strcasecmp(a, b)), sign(strncasecmp(a, b, 3)));
    printf("%zu %zu ", strspn(a, b), strcspn(a, b));
    printf("%ld %ld ", place(a, strpbrk(a, b)), place(a, strstr(a, b)));
    printf("%ld ", place(a, memmem(a, strlen(a), b, strlen(b))));
    char buffer[64];
    memset(buffer, '#', sizeof buffer);
    printf("%ld ", place(buffer, stpcpy(buffer, a)));
    strcat(buffer, b);
    strncat(buffer, a, 2);
    printf("<%s> ", buffer);
    printf("%ld ", place(buffer, stpncpy(buffer + 20, b, 5)));
    strncpy(buffer + 30, a, 4);
    buffer[34] = 0;
    printf("<%s> ", buffer + 30);
    printf("%zu ", strxfrm(buffer, a, sizeof buffer));
    char *q = memccpy(buffer, a, 'b', strlen(a) + 1);
    printf("%ld ", place(buffer, q));
    q = mempcpy(buffer, b, strlen(b) + 1);
    printf("%ld %d\n", place(buffer, q), sign(memcmp(a, b, strlen(a) < strlen(b) ? strlen(a) : strlen(b))));
}

static void tokens(const char *text, const char *delimiters) {
    char copy[64], *rest, *token;
    strcpy(copy, text);
    for (token = strtok(copy, delimiters); token; token = strtok(0, delimiters)) printf("[%s]", token);
    strcpy(copy, text);
    for (token = strtok_r(copy, delimiters, &rest); token; token = strtok_r(0, delimiters, &rest)) printf("(%s)", token);
    strcpy(copy, text);
    rest = copy;
    while ((token = strsep(&rest, delimiters))) printf("{%s}", token);
    printf("\n");
}

static void single(const char *a) {
    for (const char *c = "abz ;"; *c; c++)
        printf("%ld %ld %ld %ld ", place(a, strchr(a, *c)), place(a, strrchr(a, *c)), place(a, strchrnul(a, *c)), place(a, memrchr(a, *c, strlen(a))));
    printf("%zu %zu %ld\n", strlen(a), strnlen(a, 3), place(a, memchr(a, 'b', strlen(a))));
    char *copy = strdup(a), *part = strndup(a, 2);
    printf("%s %s ", copy, part);
    for (char *c = copy; *c; c++) *c = toupper((unsigned char)*c);
    printf("%s", copy);
    for (char *c = copy; *c; c++) *c = tolower((unsigned char)*c);
    printf(" %s\n", copy);
    if (part[0]) {
        memmove(part + 1, part, strlen(part));
        printf("%c\n", part[1]);
    }
    free(copy);
    free(part);
}

static void classes(void) {
    for (int c = -1; c < 256; c++)
        printf("%d%d%d%d%d%d%d%d%d%d%d%d\n", !isalnum(c), !isalpha(c), !isblank(c), !iscntrl(c), !isdigit(c), !isgraph(c), !islower(c), !isprint(c), !ispunct(c), !isspace(c), !isupper(c), !isxdigit(c));
}

static void wide(void) {
    wchar_t buffer[16], other[16];
    wcscpy(buffer, L"wide");
    wcscat(buffer, L" text");
    printf("%zu %d %d ", wcslen(buffer), sign(wcscmp(buffer, L"wide")), sign(wcsncmp(buffer, L"wide", 4)));
    wmemset(other, L'x', 3);
    wmemcpy(other + 3, buffer, 5);
    other[8] = 0;
    printf("%ls %d %lc|%.2ls|\n", other, (int)(wcschr(buffer, L't') - buffer), (wint_t)L'q', buffer);
}

int main(void) {
    for (unsigned i = 0; i < N; i++) {
        single(texts[i]);
        tokens(texts[i], " ;");
        tokens(texts[i], "b=");
        for (unsigned j = 0; j < N; j++) pairs(texts[i], texts[j]);
    }
    classes();
    wide();
    return 0;
}
