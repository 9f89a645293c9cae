// dialect: gnu
// A nested comparison function jumps to a label of the function around; `qsort` and `bsearch` end with the calls between.
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int printf(const char *, ...);
int main(void)
{
    __label__ out;
    int n = 0;
    char array[3] = {1, 2, 3};
    int inner(const void *a, const void *b)
    {
        n++;
        goto out;
    }
    int outer(const void *a, const void *b)
    {
        qsort(array, 3, 1, inner);
        return 0;
    }
    bsearch(array, array, 3, 1, outer);
    printf("not here\n");
out:
    printf("%d\n", n);
    return 0;
}
