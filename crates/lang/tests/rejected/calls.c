struct s;
struct s f(void);
extern struct s unknown;
void g(int, char *), h(), nothing(void);
void i(int x, struct s *p) {
    x(1); //~ bad-call
    g(1); //~ bad-call
    g(1, "a", 2); //~ bad-call
    f(); //~ incomplete
    h(nothing()); //~ bad-call
    h(unknown); //~ incomplete
    g(nothing(), "a"); //~ bad-conversion
    g(1, 2.0); //~ bad-conversion
    (*p)(1); //~ bad-call
}
