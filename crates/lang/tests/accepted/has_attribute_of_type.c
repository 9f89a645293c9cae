typedef int aligned_int __attribute__((aligned(16)));
int a[1 - 2 * !__builtin_has_attribute(aligned_int, aligned(16))];
int b = __builtin_has_attribute(struct { int member; }, packed);
int c(int n) { return __builtin_has_attribute(int[n], vector_size(8)); }
