// The asterisk takes an int argument that is not there for the conversion (7.21.6.1p2, p5).
int snprintf(char *restrict, __SIZE_TYPE__, const char *restrict, ...);
int main(void) {
    char buffer[16];
    return snprintf(buffer, sizeof buffer, "%*d", 5); //~ format
}
