// One slot of the table holds a function of another type (6.5.2.2p9).
typedef void handler(void);
static int calls;
static void plain(void) { calls++; }
static void with_argument(unsigned n) { calls += n; }
static handler *table[2] = { plain, (handler *)with_argument };
int main(void) {
    for (int i = 0; i < 2; i++)
        table[i](); //~ call-type
    return calls;
}
