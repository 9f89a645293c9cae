// What a pointer in the temporary points to is no temporary.
int printf(const char *, ...);
static int target[2];
struct s { int *p; };
static struct s make(void) {
    return (struct s){ target };
}
int main(void) {
    make().p[1] = 4;
    printf("%d\n", target[1]);
    return 0;
}
