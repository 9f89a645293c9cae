// Reading through a null pointer (6.5.3.2p4).
int main(void) {
    int *p = 0;
    return *p; //~ null-pointer
}
