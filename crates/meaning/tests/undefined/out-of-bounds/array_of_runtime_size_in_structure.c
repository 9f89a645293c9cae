// dialect: gnu
// The last member of a structure of run-time size has as many elements as it was declared with.
static int fill(int n)
{
    struct {
        char c[n];
        int b[n];
    } s;
    for (int i = 0; i <= n; i++)
        s.b[i] = i; //~ out-of-bounds
    return s.b[0];
}
int main(void)
{
    return fill(3);
}
