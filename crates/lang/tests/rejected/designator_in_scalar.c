int u = {2, .a = 3}; //~ bad-initializer
int v = {[0] = 1}; //~ bad-initializer
