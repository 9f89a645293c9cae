// vprintf reads the arguments as the format says (7.21.6.10p2, 7.21.6.1p9).
int vprintf(const char *restrict, __builtin_va_list);
static void show(const char *format, ...) {
    __builtin_va_list ap;
    __builtin_va_start(ap, format);
    vprintf(format, ap); //~ format
    __builtin_va_end(ap);
}
int main(void) {
    show("%d\n", 1);
    show("%f\n", 1);
    return 0;
}
