/* Calls: Fibonacci numbers and the Ackermann function by recursion. */
#include <stdio.h>

#ifdef SMALL
#define N 10
#else
#define N 32
#endif

static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void)
{
    printf("%d %d\n", fibonacci(N), ackermann(3, N / 5 + 3));
    return 0;
}
