// dialect: gnu
// No accuracy is promised of these functions; who allows for some has one outcome.
double pow(double, double);
float powf(float, float);
double exp(double);
double log(double);
double log10(double);
double cbrt(double);
int printf(const char *, ...);
static int is_near(double a, double b)
{
    return a > b * 0.999999 && a < b * 1.000001;
}
int main(void)
{
    volatile double x = 32, third = 1.0 / 3;
    printf("%d%d", is_near(pow(x, third), 3.174802104), is_near(powf(1.5f, 2.5f), 2.75567596));
    printf("%d%d%d\n", is_near(exp(log(x)), 32), is_near(log10(x * x), 3.010299957), is_near(cbrt(x), 3.174802104));
    return 0;
}
