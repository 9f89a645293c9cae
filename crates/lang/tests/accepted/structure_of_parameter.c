// What a parameter of a definition defines is one type, for callers and for the body.
int f(struct s { union { int a; } u; } x, enum e { A, B } e)
{
    struct s y = { { 1 } };
    return e == A ? f(y, B) : f(x, A);
}
