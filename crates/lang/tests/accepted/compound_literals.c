struct s { int a, b; } *p = &(struct s){1, 2};
int *q = (int[]){1, 2, 3}, n = sizeof(int[]){1, 2};
int f(struct s x) {
    int *r = (int[3]){[1] = n}, sum = (int){4} + (struct s){.b = 5}.b;
    for (int i = 0; i < 2; i++) f((struct s){i, i + 1});
    return sum + r[1] + ((union { int i; float f; }){.f = 1.0f}).i + *(const int *)&(const int){7};
}
