/* Definitions that other units cannot see. */
inline int c99_inline(int x) { return x; }
inline int c99_made_external(int x) { return x; }
extern int c99_made_external(int x);
extern inline int c99_extern_inline(int x) { return x; }
extern inline __attribute__((gnu_inline)) int gnu_inline(int x) { return x; }
inline __attribute__((gnu_inline)) int gnu_external(int x) { return x; }
extern __inline int used_inline(int x) __attribute__((gnu_inline));
extern __inline __attribute__((gnu_inline)) int used_inline(int x) { return x + 1; }
int main(void) { return used_inline(-1); }
