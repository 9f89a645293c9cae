0__attribute__((t(""
#pragma x
))) int f(void);
