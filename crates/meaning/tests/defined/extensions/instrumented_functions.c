// dialect: gnu
// flags: -finstrument-functions
// Functions begin and end with calls, wherever they return; the value they return is computed before.
int printf(const char *, ...);
int main(void) __attribute__((no_instrument_function));
static int n;
struct pair {
    int a, b;
};
__attribute__((noinline)) static int count(int m)
{
    if (m > 2)
        return n;
    n += 10;
    return n;
}
__attribute__((noinline)) static struct pair both(void)
{
    struct pair pair = {n, n};
    return pair;
}
__attribute__((noinline)) static void nothing(int m)
{
    if (m)
        return;
    n += 100;
}
__attribute__((noinline, no_instrument_function)) static int plain(void)
{
    return n;
}
__attribute__((noinline)) static int outer(void)
{
    int first = count(1);
    return first + count(3);
}
int main(void)
{
    printf("%d\n", count(3));
    printf("%d\n", count(1));
    printf("%d\n", outer());
    struct pair pair = both();
    printf("%d %d\n", pair.a, pair.b);
    nothing(1);
    nothing(0);
    printf("%d\n", plain());
    return 0;
}
void __cyg_profile_func_enter(void *, void *) __attribute__((no_instrument_function));
void __cyg_profile_func_exit(void *, void *) __attribute__((no_instrument_function));
void __cyg_profile_func_enter(void *function, void *place)
{
    n += 1;
    if (place == 0)
        printf("no place\n");
    printf("enter %s\n", function == (void *)count ? "count" : function == (void *)both ? "both" : "another");
}
void __cyg_profile_func_exit(void *function, void *place)
{
    n += 1;
    (void)place;
    printf("exit %s\n", function == (void *)nothing ? "nothing" : "another");
}
