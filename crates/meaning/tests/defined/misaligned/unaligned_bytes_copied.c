// memcpy copies bytes, for which every address is aligned.
int printf(const char *, ...);
void *memcpy(void *restrict, const void *restrict, __SIZE_TYPE__);
int main(void) {
    int in = 77, out;
    char buffer[8];
    memcpy(buffer + 1, &in, sizeof in);
    memcpy(&out, buffer + 1, sizeof out);
    printf("%d\n", out);
    return 0;
}
