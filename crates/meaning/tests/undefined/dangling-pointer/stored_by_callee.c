// The callee leaves the address of its local array in the caller's structure (6.2.4p2).
struct view { const char *text; int length; };
static void fill(struct view *v) {
    char buffer[4] = "abc";
    v->text = buffer;
    v->length = 3;
}
int main(void) {
    struct view v;
    fill(&v);
    return v.text[0]; //~ dangling-pointer
}
