asm("# file scope %[anything]");
extern int renamed asm("other_name");
register long stack asm("rsp");
struct s { int a : 3; };
int f(int x, struct s *p, void *q) {
    int array[2];
    asm("");
    asm volatile("nop" ::: "memory");
    asm inline("%%[not a name]" : : "r"(x));
    asm("%0 %1" : "=r"(x), "+m"(array) : "0"(x), "i"(4), "rm"(p->a));
    asm("%[out] %k[in]" : [out] "=&r"(x) : [in] "%r"(x), "g"(x) : "cc");
    asm("" : "=r,m"(x) : "r,m"(x));
    asm("" : "=m"(*(char *)q) : "m"(*(int *)q));
    asm goto("jmp %l[done]" : : "r"(x) : "memory" : done);
    x = 2;
done:
    return x;
}
