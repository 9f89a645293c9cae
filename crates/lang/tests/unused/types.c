/* Types reach types. */
typedef int unused_t;
typedef unsigned char byte;
typedef byte octet;
enum unused_enum { UNUSED_A, UNUSED_B };
enum color { RED = 1, GREEN = RED + 1 };
enum { LENGTH = sizeof(octet) * 4 };
struct inner { int x; };
struct outer { struct inner in; octet data[LENGTH]; struct outer *next; };
union unused_union { int i; float f; };
typedef struct outer outer_t;
struct by_pointer { int y; };
struct by_pointer *unused_function(void);
typedef int (*handler)(struct by_pointer *);
static const enum color chosen = GREEN;
int in_sizeof;
outer_t object;
handler table[1];
int color(void) { return chosen + (int)sizeof(__typeof__(in_sizeof)); }
