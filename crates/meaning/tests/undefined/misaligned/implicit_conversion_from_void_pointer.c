// An assignment from void * converts as a cast does (6.3.2.3p7, 6.5.16.1p2).
static void *skip(void *p) {
    return (char *)p + 2;
}
int main(void) {
    int x[2] = { 0, 0 };
    int *p = skip(x); //~ misaligned
    return p == 0;
}
