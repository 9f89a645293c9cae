// dialect: gnu
// A member of length 0 at the end of a structure goes as far as the memory (GCC: "Arrays of Length Zero"), with rows or without.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
struct line { int n; int at[0]; };
struct table { int n; int at[0][4]; };
int main(void) {
    struct line *line = malloc(sizeof *line + 4 * sizeof(int));
    struct table *table = malloc(sizeof *table + 12 * sizeof(int));
    if (!line || !table) return 0;
    line->at[3] = 1;
    table->at[2][3] = 2;
    printf("%d %d\n", line->at[3], table->at[2][3]);
    return 0;
}
