// All bytes of the structure are set to 255 (6.2.6.1p5).
void *memset(void *, int, __SIZE_TYPE__);
struct s { int n; _Bool ready; };
static int is_ready(const struct s *s) {
    return s->ready; //~ invalid-bool
}
int main(void) {
    struct s s;
    memset(&s, 255, sizeof s);
    return is_ready(&s);
}
