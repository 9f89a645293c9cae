// The callee modifies the array through a pointer (6.2.4p8).
struct s { char text[8]; };
static struct s make(void) {
    return (struct s){ "text" };
}
static int cut(char *p) {
    p[0] = 0; //~ temporary-write
    return 1;
}
int main(void) {
    return cut(make().text);
}
