// status: 3
void exit(int);
int puts(const char *);
static int leave(int status) { puts("bye"); exit(status); }
int main(void) {
    int n = 2;
    n = leave(n + 1);
    return n;
}
