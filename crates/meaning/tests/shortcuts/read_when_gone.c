// An object is read, ends, and is read again: the second read is not what the first one was.
void *malloc(unsigned long);
void free(void *);

struct cell {
    struct cell *next;
    int value;
};

static int value(struct cell *cell)
{
    int first = cell->value;
    if (cell->next != 0 && cell->next->value > first)
        free(cell->next == cell ? 0 : cell);
    return first + cell->value;
}

int main(void)
{
    struct cell last = {0, 9};
    struct cell *cell = malloc(sizeof *cell);
    if (cell == 0)
        return 1;
    *cell = (struct cell){&last, 3};
    return value(cell);
}
