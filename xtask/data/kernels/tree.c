/* Calls through pointers: an expression tree from an array, evaluated by functions from a table. */
#include <stdio.h>

#ifdef SMALL
#define N 20
#else
#define N 130000
#endif
#define DEPTH 6
#define LEAVES (1 << DEPTH)

struct node;
typedef long evaluate(const struct node *node, long x);

struct node {
    evaluate *function;
    const struct node *left, *right;
    long constant;
};

static struct node nodes[2 * LEAVES];

static long value(const struct node *node)
{
    return node->constant;
}

static long leaf(const struct node *node, long x)
{
    return value(node) + x;
}

static long sum(const struct node *node, long x)
{
    return node->left->function(node->left, x) + node->right->function(node->right, x + 1);
}

static long difference(const struct node *node, long x)
{
    return node->left->function(node->left, x) - node->right->function(node->right, x ^ 1);
}

static long product(const struct node *node, long x)
{
    return node->left->function(node->left, x) * (node->right->function(node->right, x) % 10 + 1) % 1000003;
}

int main(void)
{
    static evaluate *const table[] = {sum, difference, product};
    for (int i = 1; i < 2 * LEAVES; ++i) {
        struct node *node = &nodes[i];
        node->constant = i * 17 % 23;
        node->function = i >= LEAVES ? leaf : table[i % 3];
        node->left = i >= LEAVES ? NULL : &nodes[2 * i];
        node->right = i >= LEAVES ? NULL : &nodes[2 * i + 1];
    }
    unsigned long check = 0;
    for (int i = 0; i < N; ++i)
        check = check * 31 + (unsigned long)nodes[1].function(&nodes[1], i % 100);
    printf("%lu\n", check);
    return 0;
}
