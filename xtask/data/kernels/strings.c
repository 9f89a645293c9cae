/* Strings by hand: length, copy, comparison, search and reversal through pointers to char. */
#include <stdio.h>

#ifdef SMALL
#define N 20
#else
#define N 270000
#endif

static const char *const words[] = {"kiln", "compiler", "undefined", "behaviour", "pointer", "comparison", "commutative", "a"};

static unsigned long length(const char *s)
{
    const char *end = s;
    while (*end != '\0')
        ++end;
    return (unsigned long)(end - s);
}

static char *append(char *to, const char *from)
{
    while ((*to = *from++) != '\0')
        ++to;
    return to;
}

static int compare(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        ++a, ++b;
    return (unsigned char)*a - (unsigned char)*b;
}

static const char *find(const char *text, const char *word)
{
    for (; *text != '\0'; ++text) {
        const char *t = text, *w = word;
        while (*w != '\0' && *t == *w)
            ++t, ++w;
        if (*w == '\0')
            return text;
    }
    return NULL;
}

static void reverse(char *s)
{
    char *end = s + length(s);
    while (s < end) {
        char last = *--end;
        *end = *s;
        *s++ = last;
    }
}

int main(void)
{
    char text[128], copy[128];
    unsigned long check = 0;
    for (int round = 0; round < N; ++round) {
        char *end = text;
        *end = '\0';
        for (int k = 0; k < 4; ++k) {
            end = append(end, words[(round * 5 + k * 3) % 8]);
            end = append(end, k < 3 ? " " : ".");
        }
        append(copy, text);
        reverse(copy);
        const char *found = find(text, words[round % 8]);
        check = check * 31 + length(text);
        check = check * 31 + (found != NULL ? (unsigned long)(found - text) : 99);
        check += (unsigned long)(compare(text, copy) + 256);
    }
    printf("%lu %s\n", check, copy);
    return 0;
}
