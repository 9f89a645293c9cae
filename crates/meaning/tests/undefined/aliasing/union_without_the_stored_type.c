// The memory has the effective type __int128 of the last store (6.5p6), which is none of the union's members (6.5p7).
void *malloc(__SIZE_TYPE__);
union number { int i; float f; __int128 *p; };
int main(void) {
    union number *number = malloc(sizeof(__int128));
    if (!number) return 0;
    *(__int128 *)number = 1;
    return number->i; //~ aliasing
}
