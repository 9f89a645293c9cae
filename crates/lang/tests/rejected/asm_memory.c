struct s { int a : 3; };
void nothing(void);
void f(struct s *p, void *q) {
    register int x = 1;
    asm("" : "=m"(p->a)); //~ bad-asm
    asm("" : : "m"(x)); //~ bad-asm
    asm("" : : "r"(*q)); //~ bad-asm
    asm("" : : "r"(nothing())); //~ bad-asm
}
