// The first member of an object has the address of the object; a null pointer may be compared and passed on.
int printf(const char *, ...);

struct pair { int x[2], y; };

static int *first(struct pair *p) { return p ? p->x : 0; }

int main(void) {
    struct pair pair = { { 1, 2 }, 3 };
    printf("%d %d %d\n", first(0) == 0, *first(&pair), (void *)&pair.x == (void *)&pair);
    return 0;
}
