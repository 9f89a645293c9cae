/* piece $ */
struct shape_$ { int kind; unsigned long area; struct shape_$ *next; short bits : 5, more : 7; };
enum state_$ { IDLE_$, BUSY_$ = 4, DONE_$ };
static struct shape_$ shapes_$[3] = { { 1, 0x10UL, &shapes_$[1], 2, -3 }, { .kind = BUSY_$, .next = 0 } };
static const char *const names_$[] = { "idle", "busy", "done\n" };
static int helper_$(struct shape_$ *first, int limit)
{
    int total = 0;
    for (struct shape_$ *at = first; at && limit-- > 0; at = at->next) {
        total += at->kind * 3 - (int)(at->area >> 2);
        if (total > 1000 || at->bits == at->more)
            return total & 0xff;
        else
            at->area ^= (unsigned long)total << 1;
    }
    return total;
}
uint32_t work_$(uint32_t seed, const unsigned char *data, long n_data)
{
    uint32_t hash = seed ^ 0x9e3779b9u;
    long i = 0;
    while (i < n_data) {
        switch (data[i] & 3) {
        case 0: hash = (hash << 5 | hash >> 27) + data[i]; break;
        case 1: hash -= (uint32_t)helper_$(&shapes_$[i % 3], (int)i); break;
        default: hash = hash ? hash * 31u : (uint32_t)(sizeof(struct shape_$) + DONE_$);
        }
        ++i;
    }
    return hash + (names_$[hash % 3u][0] == 'i') + (uint32_t)zero;
}
