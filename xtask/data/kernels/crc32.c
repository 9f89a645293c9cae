/* CRC-32 with a table: unsigned arithmetic over a buffer, through a pointer that moves. */
#include <stdint.h>
#include <stdio.h>

#ifdef SMALL
#define N 2
#else
#define N 190
#endif
#define SIZE 100000

static uint32_t table[256];
static unsigned char buffer[SIZE];

static void make_table(void)
{
    for (uint32_t n = 0; n < 256; ++n) {
        uint32_t c = n;
        for (int k = 0; k < 8; ++k)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[n] = c;
    }
}

static uint32_t crc32(uint32_t crc, const unsigned char *data, size_t n_data)
{
    crc = ~crc;
    while (n_data-- > 0)
        crc = table[(crc ^ *data++) & 0xff] ^ crc >> 8;
    return ~crc;
}

int main(void)
{
    size_t size = N < 10 ? 500 : SIZE;
    make_table();
    for (size_t i = 0; i < size; ++i)
        buffer[i] = (unsigned char)(i * 7 + (i >> 8));
    uint32_t crc = 0;
    for (int round = 0; round < N; ++round)
        crc = crc32(crc, buffer, size);
    printf("%08lx\n", (unsigned long)crc);
    return 0;
}
