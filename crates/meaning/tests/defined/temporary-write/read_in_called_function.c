// The temporary lives until the end of the full expression, and so during the call (6.2.4p8).
int printf(const char *, ...);
struct s { char text[8]; };
static struct s make(void) {
    return (struct s){ "text" };
}
int main(void) {
    printf("%s\n", make().text);
    return 0;
}
