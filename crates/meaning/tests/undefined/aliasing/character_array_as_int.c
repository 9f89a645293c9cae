// An array declared as char stays an array of char, however well aligned (6.5p6, 6.5p7).
int main(void) {
    _Alignas(int) char buffer[sizeof(int)] = { 0 };
    int *p = (int *)buffer;
    *p = 1; //~ aliasing
    return 0;
}
