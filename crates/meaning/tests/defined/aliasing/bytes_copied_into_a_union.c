// A declared union stays one, whatever is copied there by memcpy (6.5p6).
int printf(const char *, ...);
void *memcpy(void *, const void *, __SIZE_TYPE__);
union number { int i; float f; };
int main(void) {
    long long source = 7;
    union number number, copy;
    memcpy(&number, &source, sizeof number);
    copy = number;
    printf("%d %d\n", number.i, copy.i);
    return 0;
}
