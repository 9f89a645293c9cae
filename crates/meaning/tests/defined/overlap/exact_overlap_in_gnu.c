// dialect: gnu
// "GCC expects the case of an exact overlap of source and destination to work."
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
int main(void) {
    char text[] = "same";
    memcpy(text, text, sizeof text);
    printf("%s\n", text);
    return 0;
}
