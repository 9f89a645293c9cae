// After vprintf the list is indeterminate, and va_end is all that is done with it (7.16p3).
int printf(const char *, ...);
int vprintf(const char *, __builtin_va_list);
static void show(const char *format, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, format);
    vprintf(format, ap);
    __builtin_va_end(ap);
}
int main(void) {
    show("%d %s\n", 4, "four");
    return 0;
}
