// Keywords are attributes in all of their spellings.
int f(void) __attribute__((const));
int g(void) __attribute__((__const));
int h(void) __attribute__((__const__));
int i(int __attribute__((mode(vector_size(8)))) n);
