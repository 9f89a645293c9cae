/* Attributes of a declaration that declares nothing apply to nothing. */
typedef enum later __attribute__((vector_size(1)));
int __attribute__((mode(QI)));
struct seen __attribute__((vector_size(8)));
