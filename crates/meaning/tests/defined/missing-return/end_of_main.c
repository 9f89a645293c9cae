// Reaching the } of main returns 0 (5.1.2.2.3p1).
int printf(const char *, ...);
int main(void) {
    printf("end\n");
}
