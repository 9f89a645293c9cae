int printf(const char *, ...);
int atoi(const char *);
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long);
void free(void *);
enum below { LOWEST = -2147483647 - 1, LITTLE = -3 };
enum above { NOTHING, GREATEST = 4294967295U };
typedef signed char chars __attribute__((vector_size(16)));
typedef unsigned short shorts __attribute__((vector_size(16)));
typedef int ints __attribute__((vector_size(16)));
typedef unsigned int uints __attribute__((vector_size(16)));
typedef long longs __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
typedef double doubles __attribute__((vector_size(16)));
static __attribute__((noinline)) void whole(int number, int type, unsigned long size, unsigned __int128 value) {
    printf("%d: %d %lu %llx %llx\n", number, type, size, (unsigned long long)(value >> 64), (unsigned long long)value);
}
static __attribute__((noinline)) void real(int number, int type, unsigned long size, long double value) {
    unsigned char bytes[sizeof value];
    printf("%d: %d %lu ", number, type, size);
    memcpy(bytes, &value, sizeof value);
    if (value != value)
        printf("nan");
    else
        for (int place = 9; place >= 0; place--)
            printf("%02x", bytes[place]);
    printf("\n");
}
