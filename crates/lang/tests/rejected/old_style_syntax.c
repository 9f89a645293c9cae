int f(a) undeclared { return a; } //~ syntax
