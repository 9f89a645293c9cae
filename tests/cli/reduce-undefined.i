// A program that is not defined is nobody's fault.
//
// FAIL 2: reduce --compiler sh %

int main(void)
{
    int x;
    return x;
}
