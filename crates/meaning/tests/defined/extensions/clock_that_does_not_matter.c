// dialect: gnu
// A program may look at a clock, as long as its outcome does not depend on it.
int printf(const char *, ...);
struct timespec { long tv_sec, tv_nsec; };
int clock_gettime(int, struct timespec *);
long time(long *);

int main(void) {
    struct timespec first, second;
    int failed = clock_gettime(0, &first);
    failed |= clock_gettime(0, &second);
    printf("%d %d %d\n", failed, second.tv_sec > first.tv_sec || second.tv_nsec >= first.tv_nsec, time(0) > 0);
    return 0;
}
