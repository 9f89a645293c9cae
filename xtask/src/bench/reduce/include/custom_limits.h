#include <limits.h>
#include <float.h>
#define fabsf(x) ((x) < 0 ? -(x) : (x))
#define fabs(x) fabsf(x)
int strcmp(const char *, const char *);
