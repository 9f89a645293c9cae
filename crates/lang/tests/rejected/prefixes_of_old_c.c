//@ -std=c99
int a = u'a'; //~ syntax undeclared
const char *b = R"(b)"; //~ syntax undeclared
const char *c = u8"c"; //~ syntax undeclared
