// The array that `p->text` is becomes a pointer to its first element; behind a null pointer there is none.
struct line { char text[8]; int length; };

int main(void) {
    struct line *p = 0;
    char *text = p->text; //~ null-pointer
    return text != 0;
}
