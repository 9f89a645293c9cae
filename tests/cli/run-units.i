// Several files are one program.
//
// RUN[both]: run % run-units-list.i
// RUN[other-order]: run run-units-list.i %
// FAIL 126[one]: run %
// FAIL 126[twice]: run % run-units-list.i %
// FAIL 125[wrong-type]: run -std=c99 run-units-wrong.i run-units-list.i

int printf(const char *, ...);

struct list { struct list *next; int value; };
extern struct list *first;
void push(struct list *, int);

static int count;

int main(void) {
    struct list one, two;
    push(&one, 1);
    push(&two, 2);
    for (struct list *list = first; list; list = list->next)
        printf("%d: %d\n", count++, list->value);
}
