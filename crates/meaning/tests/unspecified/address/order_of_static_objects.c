int a, b;
static int before(int *p, int *q) { return (unsigned long)p < (unsigned long)q; }
int main(void) { return before(&a, &b); }
