/* Sieve of Eratosthenes: byte stores with growing strides. */
#include <stdio.h>

#ifdef SMALL
#define N 300
#else
#define N 8000000
#endif

static unsigned char composite[N + 1];

int main(void)
{
    long n_primes = 0, sum = 0;
    for (long i = 2; i * i <= N; ++i)
        if (!composite[i])
            for (long j = i * i; j <= N; j += i)
                composite[j] = 1;
    for (long i = 2; i <= N; ++i)
        if (!composite[i]) {
            ++n_primes;
            sum += i;
        }
    printf("%ld %ld\n", n_primes, sum);
    return 0;
}
