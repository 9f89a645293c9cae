//@ -std=gnu11
/* What a declaration takes over from an earlier one cannot always be said again where it stands. */
int in_prototype(struct only_here *);
int in_prototype();
struct seen;
int by_pointer(struct seen *);
typedef int number;
int by_name(number);
void f(void) {
    struct seen { int a; };
    float number;
    int by_pointer();
    int by_name();
}
int by_pointer();
