int rand(void);
int printf(const char *, ...);
int main(void) {
    printf("%d %d\n", rand(), rand() % 7); //~ unspecified
    return 0;
}
