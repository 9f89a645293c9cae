// %d of sscanf takes a pointer to int, not to long (7.21.6.2p10).
int sscanf(const char *restrict, const char *restrict, ...);
static int parse(const char *text, long *value) {
    return sscanf(text, "%d", value); //~ format
}
int main(void) {
    long value = 0;
    return parse("5", &value);
}
