// memcpy is told to read eight bytes from an object of four (7.24.1p1, 7.1.4p1).
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    long target = 0;
    int source = 1;
    memcpy(&target, &source, sizeof target); //~ out-of-bounds
    return 0;
}
