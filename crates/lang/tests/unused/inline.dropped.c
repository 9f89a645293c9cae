__inline__ int c99_made_external(int x)
{
    return x;
}
extern int c99_made_external(int x);
extern __inline__ int c99_extern_inline(int x)
{
    return x;
}
__attribute__((__gnu_inline__)) __inline__ int gnu_external(int x)
{
    return x;
}
extern __inline__ int used_inline(int x) __attribute__((__gnu_inline__));
__attribute__((__gnu_inline__)) extern __inline__ int used_inline(int x)
{
    return x + 1;
}
int main(void)
{
    return used_inline(-1);
}
