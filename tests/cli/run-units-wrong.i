struct list { struct list *next; long value; };
void push(struct list *, int);

int main(void) {
    struct list one;
    push(&one, 1);
}
