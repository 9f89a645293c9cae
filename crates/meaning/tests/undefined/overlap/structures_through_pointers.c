// Both pointers point into one block, half a structure apart (6.5.16.1p3).
void *malloc(__SIZE_TYPE__);
struct s { long a, b; };
static void copy(struct s *to, const struct s *from) {
    *to = *from; //~ overlap
}
int main(void) {
    long *block = malloc(3 * sizeof(long));
    if (!block) return 0;
    struct s *low = (struct s *)block;
    *low = (struct s){ 1, 2 };
    copy((struct s *)(block + 1), low);
    return 0;
}
