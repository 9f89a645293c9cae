// An array at the end of a structure is not at the end of the structure around it, where another member follows
// (C11 6.5.6p8).
int printf(const char *, ...);

struct inner { int n; int values[2]; };
struct outer { struct inner inner; int tail[4]; } object;

int main(void)
{
    int i = 3;
    object.inner.values[i] = 1; //~ subobject-bounds
    printf("%d\n", object.tail[0]);
    return 0;
}
