// The left operand is int whatever the type of the count; 40 is too large (6.5.7p3).
int main(void) {
    long count = 40;
    return (1 << count) != 0; //~ shift-count
}
