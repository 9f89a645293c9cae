// A call through a null function pointer (6.5.2.2p3, 6.5.3.2p4).
int main(void) {
    int (*f)(void) = 0;
    return f(); //~ null-pointer
}
