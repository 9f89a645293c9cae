// The value fits int and unsigned int: the exception of va_arg (7.16.1.1p2) makes 255 good for %x.
int printf(const char *, ...);
int main(void) {
    printf("%x %u %d\n", 255, 1, 1u);
    return 0;
}
