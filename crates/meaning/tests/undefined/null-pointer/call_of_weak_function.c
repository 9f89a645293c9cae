// dialect: gnu
// A weak function that nothing defines has a null address, which is not to be called (6.5.2.2p1, 6.5.3.2p4).
int absent(int) __attribute__((weak));

int main(void)
{
    return absent(1); //~ null-pointer
}
