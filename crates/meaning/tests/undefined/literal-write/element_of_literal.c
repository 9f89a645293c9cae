// The literal is subscripted directly (6.4.5p7).
int main(void) {
    "abc"[1] = 0; //~ literal-write
    return 0;
}
