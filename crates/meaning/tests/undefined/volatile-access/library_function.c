// memcpy refers to the object as plain bytes (6.7.3p6).
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    volatile int x = 1;
    int copy;
    memcpy(&copy, (const void *)&x, sizeof copy); //~ volatile-access
    return copy;
}
