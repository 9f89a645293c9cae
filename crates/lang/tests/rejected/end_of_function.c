int f(void) { if (1) { //~ syntax
