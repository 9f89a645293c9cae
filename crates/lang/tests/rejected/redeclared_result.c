//@ -std=gnu99
int a(void);
const int a(void); //~ redeclaration
int b(), volatile_result(void);
volatile int volatile_result(void);
