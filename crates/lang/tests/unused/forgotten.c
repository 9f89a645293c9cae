/* Names that stand in the text and no longer in the types. */
typedef float real;
enum { LANES = 4 };
typedef real vector __attribute__((vector_size(LANES * sizeof(real))));
typedef int word;
struct pair { word a __attribute__((mode(DI))), b; };
typedef real unused_vector __attribute__((vector_size(8)));
vector v;
struct pair p;
