// A jump out of a nested function ends the calls between, and variables keep their values (GNU).
int printf(const char *, ...);

static void call(void (*f)(int), int x) { f(x); }

static int search(const int *values, int n, int wanted)
{
    __label__ found, failed;
    int at = 0;
    void look(int x) {
        if (x == wanted)
            goto found;
        if (x < 0)
            goto failed;
        at++;
    }
    for (int i = 0; i < n; i++) {
        int copy = values[i];
        int *p = &copy;
        call(look, *p);
    }
failed:
    return -1;
found:
    return at;
}

int main(void)
{
    int values[] = { 4, 8, 15, 16, -1, 23 };
    printf("%d %d %d\n", search(values, 6, 15), search(values, 6, 23), search(values, 3, 5));
    return 0;
}
