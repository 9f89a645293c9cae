// memcpy may copy indeterminate bytes; the copy is as indeterminate, and its use is undefined (6.7.9p10).
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    int source[2], target[2];
    source[0] = 0;
    memcpy(target, source, sizeof target);
    if (target[0])
        return 1;
    return target[1] == 5; //~ uninitialized
}
