// `++end` at the end of a round and `*end` in the condition: the first leads one past the array, the second reads there (6.5.6p8).
static int length(const char *s) {
    const char *end = s;
    while (*end != '\0') //~ out-of-bounds
        ++end;
    return (int)(end - s);
}

int main(void) {
    char text[3] = {'a', 'b', 'c'};
    return length(text) == 0;
}
