// The value 7 fits int and unsigned int; void * and char * are exchangeable (7.16.1.1p2).
int printf(const char *, ...);
static int get(int n, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    n = __builtin_va_arg(ap, int);
    n += *__builtin_va_arg(ap, char *);
    __builtin_va_end(ap);
    return n;
}
int main(void) {
    char c = 30;
    printf("%d\n", get(2, 7u, (void *)&c));
    return 0;
}
