int puts(const char *);
static int first(void) { return puts("first"); }
static int second(void) { return puts("second"); }
int main(void) {
    return first() + second() < 0; //~ unspecified
}
