// Only the first member of the structure would fit the block (6.3.2.1p1).
void *malloc(__SIZE_TYPE__);
struct pair { long first, second; };
int main(void) {
    struct pair *p = malloc(sizeof(long));
    if (!p) return 0;
    p->second = 2; //~ out-of-bounds
    return 0;
}
