// The valid jump of 6.8.6.1p4, within the scope of the VLA.
int printf(const char *, ...);
int main(void) {
    int n = 2, j = 1;
    double a[n];
    a[j] = 4.5;
    goto lab4;
    a[j] = 5.5;
lab4:
    printf("%.1f\n", a[j]);
    return 0;
}
