/* qsort and bsearch, functions that take a va_list, signals, exit handlers. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int key;
    char name[12];
    struct item *next;
};

static int by_key(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}
static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}
static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void items(int n) {
    struct item *all = malloc(n * sizeof *all);
    for (int i = 0; i < n; i++) {
        all[i].key = i * 7919 % 1009;
        sprintf(all[i].name, "n%d", i);
        all[i].next = &all[i];
    }
    qsort(all, n, sizeof *all, by_key);
    for (int i = 0; i < n; i++) printf("%d %s %d ", all[i].key, all[i].name, (int)(all[i].next - all));
    struct item wanted = { .key = 7919 % 1009 };
    struct item *found = bsearch(&wanted, all, n, sizeof *all, by_key);
    printf("%s\n", found ? found->name : "none");
    free(all);
}

static void names(void) {
    const char *all[] = { "pear", "apple", "fig", "banana", "cherry", "date" };
    qsort(all, 6, sizeof *all, by_name);
    for (int i = 0; i < 6; i++) printf("%s ", all[i]);
    double numbers[] = { 2.5, -1, 1e300, 0, 3 };
    qsort(numbers, 5, sizeof *numbers, by_value);
    for (int i = 0; i < 5; i++) printf("%g ", numbers[i]);
    printf("\n");
}

static void list(char *buffer, size_t size, const char *format, ...) {
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    int n = vsnprintf(buffer, size, format, ap);
    va_end(ap);
    printf("%d %s|", n, buffer);
    vprintf(format, again);
    va_end(again);
    printf("\n");
}

static int scanned(const char *text, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vsscanf(text, format, ap);
    va_end(ap);
    return n;
}

static volatile sig_atomic_t caught;
static void handler(int number) { caught = number; }
static void last(void) { puts("last"); }
static void first(void) { puts("first"); }

int main(void) {
    items(1);
    items(10);
    items(100);
    names();
    char buffer[32];
    list(buffer, 32, "%d %s %c %.2f %lu %p", -5, "text", 'c', 2.5, 7ul, (void *)0);
    list(buffer, 5, "%05d|%-6s|%+.3e|%#x", 42, "ab", 12345.678, 255u);
    list(buffer, 32, "%*d%.*s%hhd%lld%%", 5, 1, 2, "xyz", 300, 1ll << 40);
    int a = 0;
    char word[8];
    printf("%d", scanned("12 abc", "%d %7s", &a, word));
    printf(" %d %s\n", a, word);
    printf("%d ", signal(SIGTERM, handler) == SIG_DFL);
    raise(SIGTERM);
    printf("%d %d\n", caught == SIGTERM, signal(SIGTERM, SIG_IGN) == handler);
    raise(SIGTERM);
    printf("%d\n", getchar() == EOF);
    fprintf(stdout, "%s", "to a stream\n");
    fputs("fputs\n", stdout);
    fwrite("fwrite!", 1, 6, stdout);
    fputc('\n', stdout);
    fprintf(stderr, "not part of it\n");
    int *p = calloc(4, sizeof *p);
    p = realloc(p, 8 * sizeof *p);
    printf("%d\n", p[3]);
    free(p);
    void *aligned = 0;
    printf("%d ", posix_memalign(&aligned, 64, 10));
    printf("%d\n", (int)((unsigned long)aligned % 64));
    free(aligned);
    atexit(last);
    atexit(first);
    exit(3);
}
