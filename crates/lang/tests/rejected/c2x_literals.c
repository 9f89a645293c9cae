//@ -std=c2x
int a = 1'e5; //~ bad-number
int b = u8'ab'; //~ character-too-long
const char *c = R"(d)"; //~ syntax undeclared
