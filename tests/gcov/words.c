#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    struct word *next;
    int n;
    char text[16];
};

static struct word *table[8];
static int misses;

static unsigned hash(const char *text)
{
    unsigned h = 5381;
    while (*text)
        h = h * 33 + (unsigned char)*text++;
    return h;
}

static struct word *find(const char *text)
{
    struct word **at = &table[hash(text) % 8];
    for (; *at; at = &(*at)->next)
        if (strcmp((*at)->text, text) == 0)
            return *at;
    misses++;
    *at = calloc(1, sizeof **at);
    if (!*at)
        abort();
    strcpy((*at)->text, text);
    return *at;
}

static int is_vowel(char c)
{
    switch (c) {
    case 'a':
        return 1;
    case 'e':
        return 1;
    case 'o':
        return 1;
    default:
        return c == 'i' || c == 'u';
    }
}

static int reduce(int n)
{
    int rounds = 0;
again:
    if (n < 10)
        goto done;
    n = n / 10 + n % 10;
    rounds++;
    goto again;
done:
    return n + rounds;
}

int main(void)
{
    static const char *const words[] = { "one", "two", "one", "three", "two", "one", "nine" };
    int vowels = 0;
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *word = words[i];
        find(word)->n++;
        for (const char *p = word; *p; p++)
            vowels += is_vowel(*p);
        if (i == 100)
            printf("never\n");
    }
    printf("%d %d %d\n", vowels, misses, reduce(987654));
    return 0;
}
