// The member was defined volatile (6.7.3p6).
struct port { int id; volatile int data; };
int main(void) {
    struct port port = { 1, 2 };
    int *p = (int *)&port.data;
    return *p + port.id; //~ volatile-access
}
