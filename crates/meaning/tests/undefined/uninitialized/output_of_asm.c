// The compiler takes the object as written by the `asm`, which does nothing: its old value is gone.
static int x = 5;
int main(void)
{
    __asm__("nop" : "=m"(x));
    return x; //~ uninitialized
}
