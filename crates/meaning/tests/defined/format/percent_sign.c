// %% is complete as it is (7.21.6.1p8).
int printf(const char *, ...);
int main(void) {
    printf("100%%\n");
    return 0;
}
