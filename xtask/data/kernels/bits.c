/* Bits: xorshift numbers, counted, reversed and rotated in four ways. */
#include <stdint.h>
#include <stdio.h>

#ifdef SMALL
#define N 50
#else
#define N 750000
#endif

static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static int count_by_clearing(uint64_t x)
{
    int n = 0;
    for (; x != 0; x &= x - 1)
        ++n;
    return n;
}

static int count_in_parallel(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

static uint32_t reversed(uint32_t x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}

static uint16_t rotated(uint16_t x, int by)
{
    by &= 15;
    return (uint16_t)(x << by | x >> (16 - by) % 16);
}

int main(void)
{
    uint64_t state = 88172645463325252u, check = 0;
    long n_bits = 0, n_different = 0;
    for (int i = 0; i < N; ++i) {
        uint64_t x = next(&state);
        int n = count_by_clearing(x);
        n_bits += n;
        n_different += n != count_in_parallel(x);
        check = check * 3 + reversed((uint32_t)x);
        check ^= rotated((uint16_t)(x >> 32), n);
    }
    printf("%ld %ld %llu\n", n_bits, n_different, (unsigned long long)check);
    return 0;
}
