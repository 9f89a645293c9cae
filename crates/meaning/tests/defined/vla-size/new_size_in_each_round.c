// Each round of the loop has an array of its own size.
int printf(const char *, ...);
int main(void) {
    int total = 0;
    for (int n = 1; n < 5; n++) {
        char a[n];
        total += sizeof a;
    }
    printf("%d\n", total);
    return 0;
}
