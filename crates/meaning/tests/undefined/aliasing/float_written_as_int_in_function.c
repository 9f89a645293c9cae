// The two parameters have different types and the same address (6.5p7).
static float set(float *f, unsigned *u) {
    *f = 1.0f;
    *u = 0; //~ aliasing
    return *f;
}
int main(void) {
    float x = 2.0f;
    return set(&x, (unsigned *)&x) == 0.0f;
}
