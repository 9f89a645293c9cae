/* Pointer chasing: lists of nodes from the heap that are built, reversed, sorted by merging, summed and freed. */
#include <stdio.h>
#include <stdlib.h>

#ifdef SMALL
#define N 50
#else
#define N 160000
#endif

struct node {
    struct node *next;
    int value;
};

static struct node *reversed(struct node *list)
{
    struct node *result = NULL;
    while (list != NULL) {
        struct node *next = list->next;
        list->next = result;
        result = list;
        list = next;
    }
    return result;
}

static struct node *merged(struct node *a, struct node *b)
{
    struct node first = {NULL, 0}, *last = &first;
    while (a != NULL && b != NULL) {
        struct node **smaller = a->value <= b->value ? &a : &b;
        last->next = *smaller;
        last = *smaller;
        *smaller = last->next;
    }
    last->next = a != NULL ? a : b;
    return first.next;
}

static struct node *sorted(struct node *list)
{
    if (list == NULL || list->next == NULL)
        return list;
    struct node *slow = list, *fast = list->next;
    while (fast != NULL && fast->next != NULL) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *rest = slow->next;
    slow->next = NULL;
    return merged(sorted(list), sorted(rest));
}

int main(void)
{
    struct node *list = NULL;
    unsigned state = 7;
    for (int i = 0; i < N; ++i) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            return 1;
        state = state * 1103515245u + 12345u;
        node->value = (int)(state >> 16);
        node->next = list;
        list = node;
    }
    unsigned check = 0;
    for (int round = 0; round < 10; ++round) {
        list = reversed(list);
        for (struct node *at = list; at != NULL; at = at->next)
            check = check * 31u + (unsigned)at->value;
    }
    list = sorted(list);
    while (list != NULL) {
        struct node *next = list->next;
        check = check * 31u + (unsigned)list->value;
        free(list);
        list = next;
    }
    printf("%u\n", check);
    return 0;
}
