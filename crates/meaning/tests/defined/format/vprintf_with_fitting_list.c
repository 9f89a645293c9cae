// The arguments fit the format.
int printf(const char *, ...);
int vprintf(const char *restrict, __builtin_va_list);
static void show(const char *format, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, format);
    vprintf(format, ap);
    __builtin_va_end(ap);
}
int main(void) {
    show("%f %d\n", 1.5f, 'a' - 'a');
    return 0;
}
