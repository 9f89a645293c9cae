// What p pointed to was copied before the block ended; p itself is not used any more.
int printf(const char *, ...);
int main(void) {
    int copy;
    {
        int x = 9, *p = &x;
        copy = *p;
    }
    printf("%d\n", copy);
    return 0;
}
