#include <stdio.h>
#define LIMIT 30

static int is_prime(int n)
{
    if (n < 2)
        return 0;
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return 1;
}

static const char *size(int n)
{
    switch (n / 10) {
    case 0:
        return "small";
    case 1:
        return "medium";
    default:
        return "large";
    }
}

int main(void)
{
    int n = 0, last = 0;
    do {
        if (is_prime(n) && n - last == 2)
            printf("%d %d %s\n", last, n, size(n));
        if (is_prime(n))
            last = n;
    } while (++n < LIMIT);
    if (last > LIMIT)
        printf("never\n");
    return 0;
}
