typedef float real;
enum { LANES = 4 };
typedef float __attribute__((vector_size(4 * sizeof(float)))) vector;
typedef int word;
struct pair {
    long a;
    word b;
};
vector v;
struct pair p;
