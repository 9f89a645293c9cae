// memset writes into the temporary array (6.2.4p8).
void *memset(void *, int, __SIZE_TYPE__);
struct s { int n; char text[4]; };
static struct s make(void) {
    return (struct s){ 1, "abc" };
}
int main(void) {
    memset(make().text, 0, 4); //~ temporary-write
    return 0;
}
