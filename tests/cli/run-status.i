// A program ends with its own exit status; if it does not end by itself, the status says why.
//
// FAIL 3[exit]: run % -- exit
// FAIL 134[abort]: run % -- abort
// FAIL 124[limit]: run --max-steps 1k % -- limit
// FAIL 124[output]: run --max-output 10 % -- exit
// FAIL 125[undefined]: run % -- undefined
// FAIL 125[undefined-json]: run --format json % -- undefined
// FAIL 126[unsupported]: run % -- missing

int printf(const char *, ...);
void exit(int);
void abort(void);
void missing(void);

int main(int argc, char **argv) {
    volatile int zero = 0;
    printf("argument %s\n", argv[1]);
    switch (argv[1][0]) {
    case 'a': abort();
    case 'l': for (;;) zero++;
    case 'u': return 1 / zero;
    case 'm': missing();
    }
    exit(argc + 1);
}
