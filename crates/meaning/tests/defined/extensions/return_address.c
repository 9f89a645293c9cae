// dialect: gnu
// A call has the same return address each time, and it is not null; calls around may have none.
int printf(const char *, ...);
static void *kept[3];
__attribute__((noinline, noclone)) static void *first(void)
{
    return __builtin_return_address(0);
}
__attribute__((noinline, noclone)) static void *second(int n)
{
    void *address = __builtin_return_address(0);
    return n > 0 ? second(n - 1) : address;
}
__attribute__((noinline, noclone)) static void *around(void)
{
    return __builtin_return_address(1);
}
__attribute__((noinline, noclone)) static void *call(void *(*f)(void))
{
    void *address = f();
    return address;
}
__attribute__((noinline, noclone)) static void fill(int n)
{
    kept[n] = call(first);
}
int main(void)
{
    for (int n = 0; n < 3; n++)
        fill(n);
    printf("%d %d %d\n", kept[0] == kept[1] && kept[1] == kept[2], kept[0] != 0, second(2) != 0);
    void *from = call(around);
    printf("%d\n", from == 0 || from != call(first));
    printf("%d\n", __builtin_frame_address(0) != 0);
    return 0;
}
