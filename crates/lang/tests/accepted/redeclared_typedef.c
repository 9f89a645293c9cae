typedef int a;
typedef signed a;
typedef const int *b;
typedef int const *b;
typedef int c(int[]);
typedef int c(int *const);
