// Zero with precision zero prints no digits; the flag 0 is ignored beside a precision (7.21.6.1p6, p8).
int printf(const char *, ...);
int main(void) {
    printf("[%.0d] [%05.2d] [%.0f] [%s]\n", 0, 7, 2.5, "end");
    return 0;
}
