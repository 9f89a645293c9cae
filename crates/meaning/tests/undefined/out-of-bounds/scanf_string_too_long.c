// The array is too small for the word and its null character (7.21.6.2p12).
int sscanf(const char *restrict, const char *restrict, ...);
int main(void) {
    char word[4];
    return sscanf("abcdef", "%s", word); //~ out-of-bounds
}
