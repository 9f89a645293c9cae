// An int object is read through an lvalue of type float (6.5p7).
int main(void) {
    int i = 0x3f800000;
    float *p = (float *)&i;
    return *p == 1.0f; //~ aliasing
}
