// A nested function ends with the call of the function around it (GNU; C11 6.2.4p2).
int printf(const char *, ...);

static int (*leak(int x))(void)
{
    int get(void) { return x; }
    return get;
}

int main(void)
{
    int (*f)(void) = leak(3); //~ dangling-pointer
    printf("%d\n", f());
    return 0;
}
