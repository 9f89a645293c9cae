int puts(const char *);
int main(void) {
    int n = puts("seen") + ({ if (1) goto out; 1; }); //~ unspecified
out:
    return 0;
}
