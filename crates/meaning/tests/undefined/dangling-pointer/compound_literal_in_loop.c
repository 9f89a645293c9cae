// The remark of 6.5.2.5p16: in a loop the literal lives for one round only, then p is indeterminate.
struct s { int i; };
int main(void) {
    struct s *p = 0, *q;
    for (int j = 0; j < 2; j++) {
        q = p; //~ dangling-pointer
        p = &((struct s){ j });
    }
    return q == 0;
}
