// The outer pointer is good, the inner one is null (6.5.3.2p4).
static int fetch(int **pp) {
    return **pp; //~ null-pointer
}
int main(void) {
    int *p = 0;
    return fetch(&p);
}
