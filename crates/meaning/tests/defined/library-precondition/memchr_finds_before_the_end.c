// memchr behaves as if it read the characters in order and stopped at the first match (7.24.5.1).
int printf(const char *, ...);
void *memchr(const void *, int, __SIZE_TYPE__);
int main(void) {
    char text[4] = "abc";
    char *p = memchr(text, 'b', sizeof text);
    printf("%d\n", (int)(p - text));
    return 0;
}
