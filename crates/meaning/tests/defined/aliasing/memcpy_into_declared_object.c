// memcpy into a declared object does not change its effective type (6.5p6).
int printf(const char *, ...);
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    float f = 1.0f;
    unsigned u;
    memcpy(&u, &f, sizeof u);
    printf("%x\n", u);
    return 0;
}
