// memset modifies the object as unsigned char (6.7.3p6).
void *memset(void *, int, __SIZE_TYPE__);
int main(void) {
    const struct { int a, b; } s = { 1, 2 };
    memset((void *)&s, 0, sizeof s); //~ const-write
    return s.a;
}
