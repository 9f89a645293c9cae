//@ -std=c2x
[[1]] int a; //~ syntax
[[gnu * int b; //~ syntax
