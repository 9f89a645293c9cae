/* Linked to a program, says on its standard error how many nanoseconds of CPU time it takes, without those of the start of
   its process. */
#include <stdio.h>
#include <time.h>

static struct timespec start;

__attribute__((constructor)) static void begin(void)
{
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
}

__attribute__((destructor)) static void end(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    fprintf(stderr, "%lld\n", (now.tv_sec - start.tv_sec) * 1000000000LL + (now.tv_nsec - start.tv_nsec));
}
