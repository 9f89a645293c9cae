// A flag tells who owns the block.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct view { char *text; int owner; };
static void release(struct view *v) {
    if (v->owner)
        free(v->text);
}
int main(void) {
    struct view a = { malloc(4), 1 }, b = a;
    b.owner = 0;
    release(&a);
    release(&b);
    printf("ok\n");
    return 0;
}
