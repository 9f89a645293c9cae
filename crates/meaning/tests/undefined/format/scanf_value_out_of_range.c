// The result of the conversion cannot be represented in the object (7.21.6.2p10).
int sscanf(const char *restrict, const char *restrict, ...);
int main(void) {
    int value = 0;
    return sscanf("99999999999", "%d", &value); //~ format
}
