/* A hash table with open addressing: insertions, searches and deletions of 64-bit keys. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef SMALL
#define N 100
#else
#define N 900000
#endif

enum { EMPTY, USED, GONE };

struct entry {
    uint64_t key;
    uint32_t value;
    unsigned char state;
};

struct table {
    struct entry *entries;
    size_t mask;
    size_t n_used;
};

static uint64_t mix(uint64_t key)
{
    key ^= key >> 33;
    key *= 0xff51afd7ed558ccdull;
    key ^= key >> 33;
    return key;
}

static struct entry *find(struct table *table, uint64_t key)
{
    struct entry *gone = NULL;
    for (size_t i = mix(key) & table->mask;; i = (i + 1) & table->mask) {
        struct entry *entry = &table->entries[i];
        if (entry->state == EMPTY)
            return gone != NULL ? gone : entry;
        if (entry->state == GONE && gone == NULL)
            gone = entry;
        if (entry->state == USED && entry->key == key)
            return entry;
    }
}

static void add(struct table *table, uint64_t key, uint32_t value)
{
    struct entry *entry = find(table, key);
    if (entry->state != USED) {
        entry->state = USED;
        entry->key = key;
        entry->value = 0;
        ++table->n_used;
    }
    entry->value += value;
}

static void delete(struct table *table, uint64_t key)
{
    struct entry *entry = find(table, key);
    if (entry->state == USED) {
        entry->state = GONE;
        --table->n_used;
    }
}

int main(void)
{
    size_t n_entries = 1;
    while (n_entries < (size_t)N / 2)
        n_entries *= 2;
    struct table table = {calloc(n_entries, sizeof(struct entry)), n_entries - 1, 0};
    if (table.entries == NULL)
        return 1;
    uint64_t key = 1;
    for (uint32_t i = 0; i < N; ++i) {
        key = key * 6364136223846793005ull + 1442695040888963407ull;
        add(&table, (key >> 40) % (N / 4), i);
        if (i % 3 == 0)
            delete(&table, (key >> 20) % (N / 4));
    }
    uint32_t check = 0;
    for (uint64_t k = 0; k < N / 4; ++k) {
        struct entry *entry = find(&table, k);
        if (entry->state == USED)
            check = check * 31 + entry->value;
    }
    printf("%zu %lu\n", table.n_used, (unsigned long)check);
    free(table.entries);
    return 0;
}
