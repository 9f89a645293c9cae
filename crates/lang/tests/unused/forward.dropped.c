struct S;
struct T;
int use(struct S *, struct T *);
int call(struct S *s, struct T *t)
{
    return use(s, t);
}
struct U {
    int x;
};
int size(void)
{
    return sizeof(struct U);
}
