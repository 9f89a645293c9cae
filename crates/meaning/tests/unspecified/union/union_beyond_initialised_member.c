// The initialiser gives a value to the first member only; what lies beyond it has none (6.7.9p17).
union u {
    char small;
    int large;
};
int main(void) {
    union u u = { 1 };
    if (u.large > 256) //~ unspecified
        return 1;
    return 0;
}
