// A loop asks for the member of an element behind the last one (6.5.3.2p4): the pointer to it is null.
struct node {
    struct node *next;
};

static int length(const struct node *node) {
    int n = 0;
    while (node->next->next != 0) { //~ null-pointer
        node = node->next;
        ++n;
    }
    return n;
}

int main(void) {
    struct node nodes[3] = {{&nodes[1]}, {&nodes[2]}, {0}};
    return length(&nodes[0]) + length(&nodes[2]);
}
