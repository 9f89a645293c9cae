// A double is passed where the old-style definition has an int (6.5.2.2p6).
static int same(n)
    int n;
{
    return n;
}
int main(void) {
    return same(1.0); //~ call-arguments
}
