// The field width keeps the word inside the array (7.21.6.2p3).
int printf(const char *, ...);
int sscanf(const char *restrict, const char *restrict, ...);
int main(void) {
    char word[4];
    printf("%d ", sscanf("abcdef", "%3s", word));
    printf("%s\n", word);
    return 0;
}
