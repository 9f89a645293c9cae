// A compound literal with const-qualified type is a const object (6.5.2.5p5, 6.7.3p6).
int main(void) {
    const int *p = (const int[]){ 1, 2 };
    ((int *)p)[1] = 3; //~ const-write
    return 0;
}
