int a = ({ 1; }); //~ bad-statement
int b[({ 2; })]; //~ bad-statement
int f(x) int x[({ 3; })]; { return 1; } //~ bad-statement
