// The member was defined const, the structure was not (6.7.3p6).
struct s { const int id; int value; };
int main(void) {
    struct s s = { 1, 2 };
    int *p = (int *)&s.id;
    s.value = 3;
    *p = 4; //~ const-write
    return 0;
}
