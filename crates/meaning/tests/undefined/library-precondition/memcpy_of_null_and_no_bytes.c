// Even with length zero the pointers shall be valid (7.24.1p2, 7.1.4p1).
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    char target[1];
    void *none = 0;
    __SIZE_TYPE__ n = 0;
    memcpy(target, none, n); //~ library-precondition
    return 0;
}
