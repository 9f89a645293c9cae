// Allocated memory, written as bytes, is read as _Bool (6.2.6.1p5; stores as a character type set no effective type).
void *malloc(__SIZE_TYPE__);
int main(void) {
    unsigned char *p = malloc(1);
    if (!p) return 0;
    *p = 128;
    return *(_Bool *)p; //~ invalid-bool
}
