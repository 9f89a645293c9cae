struct list { struct list *next; int value; };
struct list *first;
static int count;

void push(struct list *list, int value) {
    list->next = first;
    list->value = value;
    first = list;
    count++;
}
