// The address of a variable is followed to where it is used, but not past the end of its block.
int printf(const char *, ...);

int main(void)
{
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (i < 2)
            p = &x;
        printf("%d\n", *(i < 2 ? p : &x));
    }
    int *q = p;
    return q != 0;
}
