int main(void) {
    int a, b;
    return (unsigned long)&a < (unsigned long)&b;
}
