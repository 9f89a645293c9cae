// dialect: gnu
// From a pointer to a member, programs for GCC find the structure around it (`container_of`).
int printf(const char *, ...);

struct node { int value; struct link { struct link *next; } link; };

static int value_of(struct link *link)
{
    struct node *node = (struct node *)((char *)link - __builtin_offsetof(struct node, link));
    return node->value;
}

int main(void)
{
    struct node node = { 42, { 0 } };
    printf("%d\n", value_of(&node.link));
    return 0;
}
