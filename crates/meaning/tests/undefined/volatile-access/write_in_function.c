// The callee does not know that the object is volatile (6.7.3p6).
static volatile int device;
static void store(int *p) {
    *p = 1; //~ volatile-access
}
int main(void) {
    int plain = 0;
    store(&plain);
    store((int *)&device);
    return 0;
}
