// All bytes copied are inside both objects.
int printf(const char *, ...);
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    int source[3] = { 1, 2, 3 }, target[2] = { 0 };
    memcpy(target, source + 1, sizeof target);
    printf("%d %d\n", target[0], target[1]);
    return 0;
}
