// The member that is initialised has padding where the other one has its value (6.7.9p17, 6.2.6.1p6).
union u {
    int number;
    struct {
        char first;
        short second;
    } members;
};
int main(void) {
    union u u = { .members = { 1, 2 } };
    if (u.number > 5) //~ unspecified
        return 1;
    return 0;
}
