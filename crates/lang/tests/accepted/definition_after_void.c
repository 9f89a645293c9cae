//@ -std=gnu89
/* A function that is declared to return nothing and defined without a type: GCC keeps the declared type as a whole, and
   does not ask whether the parameters agree. */
void more(int);
more(int a, int b) { return; }
void fewer(int, int[]);
fewer(int a) {}
void variadic(int, ...);
variadic(a) int a; {}
typedef int pair __attribute__((vector_size(8)));
void undeclared();
undeclared(pair a, int b) { undeclared(0, (pair){ 1, 2 }); }
void nothing(int);
nothing() {}
void nothing_at_all(int, ...);
nothing_at_all() {}
void other(int);
other(a, b) char *a; {}
