// What is left out of the member that is initialised is zero (6.7.9p21); so is all of a static object.
int printf(const char *, ...);
union u {
    char small;
    struct {
        char first, second;
        int third;
    } large;
};
static union u constant = { 3 };
int main(void) {
    union u u = { .large = { 1 } };
    struct {
        int before;
        union u inner[2];
    } s = { 5 };
    printf("%d %d %d\n", u.small, u.large.second, u.large.third);
    printf("%d %d\n", s.inner[1].large.second, s.inner[0].large.third);
    printf("%d %d\n", constant.small, constant.large.third);
    return 0;
}
