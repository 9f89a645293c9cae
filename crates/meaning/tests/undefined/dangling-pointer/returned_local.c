// The function returns the address of an object that ends with the call; the caller reads it (6.2.4p2).
static int *make(void) {
    int x = 5;
    int *p = &x;
    return p;
}
int main(void) {
    return *make(); //~ dangling-pointer
}
