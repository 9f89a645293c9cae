// Whether a file can be opened, the system decides.
int printf(const char *, ...);
int open(const char *, int, ...);

int main(void) {
    printf("%d\n", open("name", 0) < 0);
    return 0;
}
