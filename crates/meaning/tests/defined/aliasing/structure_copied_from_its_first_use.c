// The memory gets its types from stores to int, which the structure has (6.5p6, 6.5p7); one structure is part of another.
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
struct pair { int x, y; };
struct outer { struct pair pair; long more; };
int main(void) {
    int *numbers = malloc(sizeof(struct pair));
    if (!numbers) return 0;
    numbers[0] = 1;
    numbers[1] = 2;
    struct pair pair = *(struct pair *)numbers;
    struct outer outer = { { 3, 4 }, 5 };
    struct pair *inner = (struct pair *)&outer;
    *inner = pair;
    pair = *inner;
    printf("%d %d\n", pair.x, outer.pair.y);
    return 0;
}
