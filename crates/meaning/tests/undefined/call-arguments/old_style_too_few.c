// Without a prototype the number of arguments is not checked by the compiler (6.5.2.2p6).
static int add(a, b)
    int a, b;
{
    return a + b;
}
int main(void) {
    return add(1); //~ call-arguments
}
