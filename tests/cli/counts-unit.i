// FAIL 1: check --counts %
// What was preprocessed shows the lines of its author's file: from that file if it is there, else as they are here. Headers
// of the system are left out.
# 1 "counts-missing.c"
# 1 "/usr/include/system.h" 1 3
static inline int hidden(int n) { if (n) return 1; return 2; }
# 2 "counts-missing.c" 2
static int shown(int n)
{
    return hidden(n);
}
# 20 "counts-missing.c"
static int used(void) { return shown(1) +
    shown(0); }
# 1 "counts-header.h" 1
static int
from_header(void) { return used(); }
# 23 "counts-missing.c" 2
__attribute__((constructor)) static void first(void) { from_header(); }
# 1 "counts-rest.c"
int main(void);
