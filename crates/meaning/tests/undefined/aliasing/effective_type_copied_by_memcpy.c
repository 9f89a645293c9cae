// memcpy into allocated memory copies the effective type, which is float (6.5p6).
void *malloc(__SIZE_TYPE__);
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    float f = 1.0f;
    void *block = malloc(sizeof f);
    if (!block) return 0;
    memcpy(block, &f, sizeof f);
    return *(int *)block == 0; //~ aliasing
}
