# 1 "program.c"
# 1 "<built-in>"
# 1 "header.h" 1 3
extern int declared;
# 2 "program.c" 2
int f(void) { return declared; }
