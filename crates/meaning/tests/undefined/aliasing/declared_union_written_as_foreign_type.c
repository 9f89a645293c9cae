// The declared type of the object has no short among its members (6.5p7): reading it shows what the store has done.
union number { int i; float f; } number;
int main(void) {
    *(short *)&number = 1;
    return number.i; //~ aliasing
}
