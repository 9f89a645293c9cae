int main(void) {
    int x = 1;
    x += (x = 5); //~ unsequenced
    return x;
}
