// The example of 6.7.2.1p24: six bytes beyond the structure are less than one double.
void *malloc(__SIZE_TYPE__);
struct s { int n; double d[]; };
int main(void) {
    struct s *s2 = malloc(sizeof(struct s) + 6);
    if (!s2) return 0;
    double *dp = &(s2->d[0]);
    *dp = 42; //~ out-of-bounds
    return 0;
}
