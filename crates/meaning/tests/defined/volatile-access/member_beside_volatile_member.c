// Only the member that is not volatile is accessed through the plain pointer.
int printf(const char *, ...);
struct port { int id; volatile int data; };
int main(void) {
    struct port port = { 1, 2 };
    int *p = &port.id;
    *p = 5;
    printf("%d %d\n", *p, port.data);
    return 0;
}
