// The last store gave the memory the effective type long (6.5p6, 6.5p7).
void *malloc(__SIZE_TYPE__);
int main(void) {
    void *block = malloc(sizeof(double));
    if (!block) return 0;
    *(long *)block = 1;
    return *(double *)block == 0.0; //~ aliasing
}
