// A parameter is an automatic object of the call (6.9.1p9, 6.2.4p2).
static int *saved;
static void save(int value) {
    saved = &value;
}
int main(void) {
    save(3);
    *saved = 4; //~ dangling-pointer
    return 0;
}
