int a __attribute__((unused used)); //~ syntax
int b(void) __attribute__((const, pure cold)); //~ syntax
